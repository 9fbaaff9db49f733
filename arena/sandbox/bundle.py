"""An upload as a bot: from the bytes that arrived to a checked list of files, and from there to a folder or a package.

A bot is one .py file, or a zip with its files and perhaps a manifest. Nothing of it is imported or compiled here, nor
anywhere outside a sandbox.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from arena.errors import UploadRefused
from arena.sandbox.archive import ENTRIES, LONGEST_PATH, UNPACKED_BYTES, read_zip

__all__ = ["ENTRIES", "PACKED_BYTES", "UNPACKED_BYTES", "Bundle", "Manifest", "pack", "read_upload", "store", "unpack"]

PACKED_BYTES = 1 << 20
"""So large an upload may be."""

MANIFEST = "nile.toml"
ENTRY = "main.py"

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*")
_ZIP_SIGNS = (b"PK\x03\x04", b"PK\x05\x06")
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """Is what nile.toml says; each key may be left out.

    name: of the bot, "" for no wish. games: slugs of the games it plays, empty if the upload says so elsewhere.
    numpy: True if it needs numpy. entry: the file to run.
    """

    name: Annotated[str, Meta(max_length=100)] = ""
    games: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20)] = ()
    numpy: bool = False
    entry: Annotated[str, Meta(max_length=LONGEST_PATH)] = ENTRY


class Bundle(Struct, frozen=True):
    """Is a bot's code: files by path in sorted order, the manifest, and sentences for the author."""

    files: dict[str, bytes]
    manifest: Manifest = Manifest()
    notes: tuple[str, ...] = ()


def read_upload(data: bytes, filename: str) -> Bundle:
    """Reads what an author sent, a single .py file or a zip. Raises UploadRefused with a sentence for the author."""
    if not data:
        raise UploadRefused("The file is empty. Choose a .py file or a .zip.")
    if len(data) > PACKED_BYTES:
        raise UploadRefused(
            f"The file has {len(data)} bytes; at most {PACKED_BYTES >> 20} MiB are taken. Leave out what the bot "
            "does not read."
        )
    if data.startswith(_ZIP_SIGNS):
        return unpack(data)
    if not filename.lower().endswith(".py"):
        raise UploadRefused("The file is neither a .py file nor a zip. Upload main.py, or a .zip that holds it.")
    _check_source(filename, data)
    return Bundle({ENTRY: data})


def unpack(data: bytes) -> Bundle:
    """Reads a zip, an author's or one that `pack` made. Raises UploadRefused."""
    files, notes = read_zip(data)
    if not files:
        raise UploadRefused(f"The zip holds no files. Put {ENTRY} into it.")
    files, stripped = _without_common_folder(files)
    manifest = _read_manifest(files.get(MANIFEST))
    if manifest.entry not in files:
        raise UploadRefused(_missing(manifest.entry, files))
    _check_source(manifest.entry, files[manifest.entry])
    return Bundle(dict(sorted(files.items())), manifest, notes + stripped)


def pack(files: dict[str, bytes]) -> bytes:
    """Makes a zip of files; equal files give equal bytes, whatever their order and the time of day."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every system
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)
    return target.getvalue()


def store(bundle: Bundle, folder: Path) -> None:
    """Writes a bot's files into a new folder, all readable by everybody.

    Raises FileExistsError if the folder, or a file in it, is already there: nothing is overwritten or followed.
    """
    _make_folder(folder)
    made = {folder}
    for path, content in bundle.files.items():
        place = folder / path
        for above in reversed(place.relative_to(folder).parents):
            if folder / above not in made:
                _make_folder(folder / above)
                made.add(folder / above)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with open(descriptor, "wb") as file:
            os.fchmod(descriptor, 0o644)
            file.write(content)


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)


def _without_common_folder(files: dict[str, bytes]) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Takes off the one folder that lies around all files, as packing a folder leaves it."""
    tops = {path.partition("/")[0] for path in files}
    if len(tops) != 1 or any("/" not in path for path in files):
        return files, ()
    top = tops.pop()
    inner = {path[len(top) + 1 :]: content for path, content in files.items()}
    return inner, (f"The folder {top}/ around the files was taken off.",)


def _read_manifest(text: bytes | None) -> Manifest:
    if text is None:
        return Manifest()
    try:
        manifest = msgspec.convert(tomllib.loads(text.decode("utf-8-sig")), Manifest)
    except msgspec.ValidationError as error:
        known = ", ".join(Manifest.__struct_fields__)
        raise UploadRefused(f"In {MANIFEST}: {error}. Its keys are {known}.") from error
    except (ValueError, RecursionError) as error:
        reason = str(error)[:120] if isinstance(error, tomllib.TOMLDecodeError) else "it is not UTF-8 text"
        raise UploadRefused(f"{MANIFEST} cannot be read: {reason}. Mend it, or leave it out.") from error
    for slug in manifest.games:
        if not _SLUG.fullmatch(slug):
            raise UploadRefused(f"In {MANIFEST}: {slug!a} is no game. Games are named as in their addresses.")
    if not manifest.entry.endswith(".py"):
        raise UploadRefused(f"In {MANIFEST}: the entry {manifest.entry!a} is no .py file.")
    return manifest


def _missing(entry: str, files: dict[str, bytes]) -> str:
    name = entry.rpartition("/")[2]
    others = [path for path in files if path.rpartition("/")[2] == name] or [p for p in files if p.endswith(".py")]
    found = f"; found {ascii(others[0])[1:-1]}" if others else ""
    return (
        f"{ascii(entry)[1:-1]} is not at the top of the zip{found}. Pack the bot's files and not the folder above "
        f"them, or name the file as `entry` in {MANIFEST}."
    )


def _check_source(path: str, content: bytes) -> None:
    """Refuses what cannot be Python text, without reading it as Python."""
    with contextlib.suppress(UnicodeDecodeError):
        if "\0" not in content.decode("utf-8"):
            return
    raise UploadRefused(f"{ascii(path)[1:-1]} is not UTF-8 text. Save it as UTF-8.")
