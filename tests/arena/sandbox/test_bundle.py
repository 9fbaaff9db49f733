"""Uploads become bots, or are refused in a sentence that names the entry and what to do; nothing lands elsewhere."""

from __future__ import annotations

import io
import os
import random
import stat
import struct
import sys
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import UploadRefused
from arena.sandbox.bundle import PACKED_BYTES, Bundle, Manifest, pack, read_upload, store, unpack

MAIN = b"print('ready')\n"


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Makes a zip of any entries, duplicates and nonsense included."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return target.getvalue()


def special(name: str, mode: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (mode | 0o644) << 16
    return entry


def patched(data: bytes, sign: bytes, offset: int, value: bytes) -> bytes:
    """Overwrites bytes behind every occurrence of a header's sign."""
    out = bytearray(data)
    place = out.find(sign)
    while place >= 0:
        out[place + offset : place + offset + len(value)] = value
        place = out.find(sign, place + 4)
    return bytes(out)


LOCAL, CENTRAL = b"PK\x03\x04", b"PK\x01\x02"


def encrypted() -> bytes:
    return patched(patched(zipped(("main.py", MAIN)), LOCAL, 6, b"\x01\x00"), CENTRAL, 8, b"\x01\x00")


def bomb() -> bytes:
    return zipped(("main.py", MAIN), ("data.bin", bytes(40 << 20)))


def lying_bomb() -> bytes:
    """Says that it holds 10 bytes where it holds many MiB."""
    ten = struct.pack("<I", 10)
    return patched(patched(zipped(("main.py", bytes(40 << 20))), LOCAL, 22, ten), CENTRAL, 24, ten)


def with_bad_crc() -> bytes:
    wrong = b"\xde\xad\xbe\xef"
    return patched(patched(zipped(("main.py", MAIN)), LOCAL, 14, wrong), CENTRAL, 16, wrong)


def with_two_names() -> bytes:
    """Is called one thing in its directory and another in front of its content."""
    return zipped(("main.py", MAIN), ("a.py", b"")).replace(b"a.py", b"b.py", 1)


def with_a_name_in_an_extra_field() -> bytes:
    """Has a harmless name, and another in the field for names in Unicode, which some readers prefer."""
    entry = zipfile.ZipInfo("a.py")
    other = b"../outside.py"
    entry.extra = struct.pack("<HHBL", 0x7075, 5 + len(other), 1, zlib.crc32(b"a.py")) + other
    return zipped(("main.py", MAIN), (entry, b"1"))


def with_a_broken_name() -> bytes:
    """Says that its name is UTF-8, and it is not."""
    data = zipped(("main.py", MAIN), ("ä.py", b""))
    return data.replace("ä.py".encode(), b"\xff\xfe.py")


def overlapping() -> bytes:
    """Holds one content and many entries that all point to it, so that it inflates far beyond its size."""
    content = bytes(1 << 20)
    data = bytearray(zipped(("main.py", MAIN), *((f"{number:03}", content) for number in range(40))))
    first = struct.unpack("<I", data[(place := data.index(CENTRAL, data.index(CENTRAL) + 4)) + 42 : place + 46])[0]
    while place >= 0:
        data[place + 42 : place + 46] = struct.pack("<I", first)
        place = data.find(CENTRAL, place + 4)
    return bytes(data)


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "upwards": (lambda: zipped(("main.py", MAIN), ("../../outside.py", b"")), r"'\.\./\.\./outside\.py'.*Take it out"),
    "to a neighbour": (lambda: zipped(("main.py", MAIN), ("../bot-10/main.py", b"")), "'../bot-10/main.py'"),
    "absolute": (lambda: zipped(("main.py", MAIN), ("/tmp/outside.py", b"")), "'/tmp/outside.py'.*absolute"),
    "on a drive": (lambda: zipped(("main.py", MAIN), ("C:/outside.py", b"")), "'C:/outside.py'.*absolute"),
    "backslashes": (lambda: zipped(("main.py", MAIN), ("..\\outside.py", b"")), "backslash.*forward slashes"),
    "through the middle": (lambda: zipped(("main.py", MAIN), ("a/../../b.py", b"")), "'a/../../b.py'"),
    "a link": (lambda: zipped(("main.py", MAIN), (special("x.py", stat.S_IFLNK), b"/etc/passwd")), "'x.py' is a link"),
    "a pipe": (lambda: zipped(("main.py", MAIN), (special("x.py", stat.S_IFIFO), b"")), "'x.py' is no plain file"),
    "a device": (lambda: zipped(("main.py", MAIN), (special("x", stat.S_IFCHR), b"")), "'x' is no plain file"),
    "a bomb": (bomb, "'data.bin'.*more than 8 MiB"),
    "a bomb that lies": (lying_bomb, "'main.py' is damaged"),
    "20,000 entries": (lambda: zipped(*((f"f{n}", b"") for n in range(20_000))), "bytes|20000 entries"),
    "201 files": (lambda: zipped(("main.py", MAIN), *((f"f{n}", b"") for n in range(200))), "201 files.*may have 200"),
    "twice the same": (lambda: zipped(("main.py", MAIN), ("main.py", b"1")), "'main.py' twice"),
    "case": (lambda: zipped(("main.py", MAIN), ("A.py", b""), ("a.py", b"")), "'a.py' twice, as 'A.py' too"),
    "look-alikes": (lambda: zipped(("main.py", MAIN), ("ﬁ.py", b""), ("fi.py", b"")), "twice"),
    "a file as a folder": (lambda: zipped(("main.py", MAIN), ("a", b""), ("a/b", b"")), "'a' is a file and the folder"),
    "bzip2": (lambda: zipped(("main.py", MAIN), method=zipfile.ZIP_BZIP2), "'main.py' is compressed in an unusual"),
    "encrypted": (encrypted, "'main.py' is encrypted.*without a password"),
    "a bad sum": (with_bad_crc, "'main.py' is damaged"),
    "two names": (with_two_names, "damaged"),
    "cut in the middle": (lambda: zipped(("main.py", MAIN * 50))[:80], "zip is damaged.*upload it anew"),
    "its end only": (lambda: zipped(("main.py", MAIN))[60:], "neither a .py file nor a zip"),
    "no files": (lambda: zipped(), "holds no files"),
    "no entry": (lambda: zipped(("bot.py", MAIN), ("x/y.py", b"")), "main.py is not at the top.*found bot.py"),
    "too deep": (lambda: zipped(("a/b/main.py", MAIN)), "main.py is not at the top.*found b/main.py"),
    "unprintable": (lambda: zipped(("main.py", MAIN), ("a\u202egnp.py", b"")), "unprintable"),
    "a long path": (lambda: zipped(("main.py", MAIN), ("x" * 201, b"")), "longer than 200"),
    "too many folders": (lambda: zipped(("main.py", MAIN), ("a/" * 11 + "b", b"")), "more than 10 folders deep"),
    "a dot at the end": (lambda: zipped(("main.py", MAIN), ("main.py.", b"")), "'main.py.' a name ends in.*Rename"),
    "a blank at the end": (lambda: zipped(("main.py", MAIN), ("a /b.py", b"")), "'a /b.py' a name ends in"),
    "accents in two ways": (lambda: zipped(("main.py", MAIN), ("\u00e9.py", b""), ("e\u0301.py", b"")), "twice"),
    "a zero in a name": (lambda: zipped(("main.py", MAIN), ("abcd", b"")).replace(b"abcd", b"a\0cd"), "unprintable"),
    "a name that is not UTF-8": (with_a_broken_name, "zip is damaged"),
    "one content for many entries": (overlapping, "is damaged|more than 8 MiB"),
    "a folder that is a link": (
        lambda: zipped(("main.py", MAIN), (special("d/", stat.S_IFLNK), b"/")),
        "'d/' is a link",
    ),
    "a socket": (lambda: zipped(("main.py", MAIN), (special("s", stat.S_IFSOCK), b"")), "'s' is no plain file"),
    "an entry that is no text": (lambda: zipped(("main.py", b"\xff\xfe\x00")), "main.py is not UTF-8 text"),
    "a zip in a zip": (lambda: zipped(("bot.zip", zipped(("main.py", MAIN)))), "main.py is not at the top"),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")  # that is the case
@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_archive_is_refused_in_a_sentence(case: str) -> None:
    make, says = REFUSED[case]
    with pytest.raises(UploadRefused, match=says) as refused:
        read_upload(make(), "bot.zip")
    assert str(refused.value).isascii()
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("data", "filename", "says"),
    [
        (b"", "bot.zip", "empty"),
        (b"", "main.py", "empty"),
        (b"x" * (PACKED_BYTES + 1), "main.py", "at most 1 MiB"),
        (b"ustar" * 300, "bot.tar", "neither a .py file nor a zip"),
        (b"ustar" * 300, "bot.zip", "neither a .py file nor a zip"),
        (b"<html>", "bot.html", "neither a .py file nor a zip"),
        (b"\xff\xfe print", "main.py", "not UTF-8"),
        (b"print\0", "main.py", "not UTF-8"),
        (b"PK\x03\x04 and then nothing", "bot.zip", "damaged"),
        (b"PK\x05\x06", "bot.zip", "damaged"),
    ],
)
def test_what_is_no_bot_at_all_is_refused(data: bytes, filename: str, says: str) -> None:
    with pytest.raises(UploadRefused, match=says):
        read_upload(data, filename)


def test_a_bomb_costs_neither_time_nor_memory() -> None:
    data = bomb()
    tracemalloc.start()
    try:
        with pytest.raises(UploadRefused):
            read_upload(data, "bot.zip")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 << 20


def test_whatever_bytes_come_the_answer_is_a_bundle_or_a_refusal() -> None:
    """Damages a good archive in many random ways."""
    chance = random.Random(7)
    good = zipped(("main.py", MAIN * 9), ("lib/a.py", b"x = 1\n"), ("nile.toml", b'name = "Ra"\n'))
    for _ in range(2000):
        data = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        data = data[: chance.randint(4, len(data))] if chance.random() < 0.2 else data
        try:
            bundle = read_upload(bytes(data), "bot.zip")
        except UploadRefused:
            continue
        assert "main.py" in bundle.files or bundle.manifest.entry in bundle.files
        assert not any(path.startswith(("/", "..")) for path in bundle.files)


def test_a_single_file_is_a_bot_by_whatever_name() -> None:
    assert read_upload(MAIN, "Sphinx.PY") == Bundle({"main.py": MAIN})


def test_a_zipped_folder_with_mac_extras_loses_both_and_says_so() -> None:
    data = zipped(
        ("mybot/", b""),
        ("mybot/main.py", MAIN),
        ("mybot/tables/opening.json", b"{}"),
        ("__MACOSX/mybot/._main.py", b"\0\5\x16\7"),
        (".DS_Store", b"\0"),
        ("mybot/__pycache__/main.cpython-311.pyc", b"\0"),
    )
    bundle = read_upload(data, "mybot.zip")
    assert bundle.files == {"main.py": MAIN, "tables/opening.json": b"{}"}
    assert bundle.notes == (
        "Left out, since a bot does not need them: __MACOSX/mybot/._main.py, .DS_Store, "
        "mybot/__pycache__/main.cpython-311.pyc.",
        "The folder mybot/ around the files was taken off.",
    )


def test_a_zip_in_a_zip_is_a_file_and_never_opened() -> None:
    inner = zipped(("../../outside.py", MAIN))
    assert read_upload(zipped(("main.py", MAIN), ("data.zip", inner)), "b.zip").files["data.zip"] == inner


def test_the_name_in_an_extra_field_is_not_believed() -> None:
    try:
        files = read_upload(with_a_name_in_an_extra_field(), "b.zip").files
    except UploadRefused:  # as newer readers of zips do
        return
    assert set(files) == {"main.py", "a.py"}


def test_no_code_of_a_bot_is_compiled_or_run_by_reading_and_storing_it(tmp_path: Path) -> None:
    """Python itself reports whatever is compiled, executed or imported."""
    seen: list[str] = []
    is_watching = True

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if is_watching and event in ("compile", "exec", "import", "subprocess.Popen", "os.exec", "os.posix_spawn"):
            seen.append(f"{event} {arguments!r:.80}")

    sys.addaudithook(watch)
    try:
        compile("1", "a control", "eval")
        bundle = read_upload(zipped(("bot/main.py", b"raise SystemExit"), ("bot/setup.py", b"1/0")), "b.zip")
        store(unpack(pack(bundle.files)), tmp_path / "bot")
    finally:
        is_watching = False
    assert len(seen) == 1, seen
    assert "a control" in seen[0]


def test_extras_do_not_count_as_files() -> None:
    extras = ((f"__MACOSX/._{number}", b"") for number in range(300))
    assert read_upload(zipped(("main.py", MAIN), *extras), "b.zip").files == {"main.py": MAIN}


def test_the_manifest_is_read() -> None:
    text = b'name = "Sobek"\ngames = ["ra", "nefertiti"]\nnumpy = true\nentry = "src/play.py"\n'
    bundle = read_upload(zipped(("nile.toml", text), ("src/play.py", MAIN)), "b.zip")
    assert bundle.manifest == Manifest("Sobek", ("ra", "nefertiti"), True, "src/play.py")


def test_without_a_manifest_nothing_is_claimed() -> None:
    assert read_upload(MAIN, "main.py").manifest == Manifest("", (), False, "main.py")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"name = Sobek", "nile.toml cannot be read"),
        (b"\xff", "not UTF-8"),
        (b"game = 'ra'", "unknown field `game`.*Its keys are name, games, numpy, entry"),
        (b"games = 'ra'", r"Expected `array`.*\$\.games"),
        (b"numpy = 1", "Expected `bool`"),
        (b"games = ['../ra']", "'../ra' is no game"),
        (b"entry = 'main.txt'", "no .py file"),
        (b"entry = 'gone.py'", "gone.py is not at the top.*found main.py"),
        (b"x = " + b"[" * 20_000, "cannot be read"),
        (b"name = '" + b"x" * 101 + b"'", "length <= 100"),
    ],
)
def test_a_manifest_that_is_wrong_says_where(text: bytes, says: str) -> None:
    with pytest.raises(UploadRefused, match=says):
        read_upload(zipped(("main.py", MAIN), ("nile.toml", text)), "b.zip")


def test_packing_gives_the_same_bytes_whatever_the_order_and_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"main.py": MAIN, "a/b.py": b"b", "nile.toml": b""}
    packed = pack(files)
    monkeypatch.setattr(time, "time", lambda: 2e9)
    assert pack(dict(reversed(files.items()))) == packed
    assert unpack(packed).files == dict(sorted(files.items()))


def test_packing_what_was_unpacked_changes_nothing() -> None:
    bundle = read_upload(zipped(("bot/main.py", MAIN), ("bot/z.py", b"1"), ("bot/a.py", b"2")), "b.zip")
    again = unpack(pack(bundle.files))
    assert again.files == bundle.files
    assert list(again.files) == ["a.py", "main.py", "z.py"]
    assert again.notes == ()
    assert pack(again.files) == pack(bundle.files)


def test_a_stored_bot_can_be_read_by_everybody_and_run_by_nobody(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        store(Bundle({"main.py": MAIN, "a/b/c.py": b"c"}), tmp_path / "bot")
    finally:
        os.umask(before)
    found = {str(path.relative_to(tmp_path)): oct(path.stat().st_mode & 0o7777) for path in tmp_path.rglob("*")}
    assert found == {
        "bot": "0o755",
        "bot/a": "0o755",
        "bot/a/b": "0o755",
        "bot/a/b/c.py": "0o644",
        "bot/main.py": "0o644",
    }
    assert (tmp_path / "bot/main.py").read_bytes() == MAIN


def test_nothing_is_overwritten_and_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/main.py").write_bytes(b"untouched")
    (tmp_path / "bot").symlink_to(tmp_path / "other")
    for folder in ("bot", "other"):
        with pytest.raises(FileExistsError):
            store(Bundle({"main.py": MAIN}), tmp_path / folder)
    assert (tmp_path / "other/main.py").read_bytes() == b"untouched"
