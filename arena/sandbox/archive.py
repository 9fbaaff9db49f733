"""Reads a zip that a stranger made: every name is checked, every byte is counted, and nothing touches the disk.

What an archive says about itself is not believed: sizes are counted while inflating, and whatever the reader stumbles
over is an answer for the author, never an error of ours. Each refusal names the entry and what to do.
"""

from __future__ import annotations

import io
import stat
import struct
import unicodedata
import zipfile
import zlib

from arena.errors import UploadRefused

ENTRIES = 200
"""As many files may be in a bot."""

UNPACKED_BYTES = 8 << 20
"""So large all files of a bot together may be."""

LONGEST_PATH = 200

DEEPEST = 10
"""So many folders may lie above a file."""

_ALL_ENTRIES = 2000  # with folders and what is dropped
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_CHUNK = 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, EOFError, OSError),
    *(RuntimeError, ValueError, IndexError, KeyError, OverflowError, MemoryError),
)
_DROPPED_FOLDERS = {"__MACOSX", "__pycache__", ".git"}
_DROPPED_FILES = {".DS_Store", "Thumbs.db", "desktop.ini"}


def read_zip(data: bytes) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Gives the files of a zip by path, and notes for the author on what was left out.

    Paths are relative, with slashes, in the archive's order, no two the same for a system that ignores case.
    Raises UploadRefused.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive)
    except UploadRefused:
        raise
    except _BROKEN as error:
        raise UploadRefused(f"The zip is damaged ({_words(error)}). Pack it again and upload it anew.") from error


def _read(archive: zipfile.ZipFile) -> tuple[dict[str, bytes], tuple[str, ...]]:
    entries = archive.infolist()
    if len(entries) > _ALL_ENTRIES:
        raise UploadRefused(
            f"The zip has {len(entries)} entries; a bot may have {ENTRIES} files. Pack only what the bot reads."
        )
    kept: list[tuple[str, zipfile.ZipInfo]] = []
    dropped: list[tuple[str, zipfile.ZipInfo]] = []
    for entry in entries:
        path = _checked_path(entry)
        if entry.is_dir():
            continue
        (dropped if _is_extra(path) else kept).append((path, entry))
    if len(kept) > ENTRIES:
        raise UploadRefused(f"The zip has {len(kept)} files; a bot may have {ENTRIES}. Pack only what the bot reads.")
    _check_clashes([path for path, _ in kept])
    files: dict[str, bytes] = {}
    room = UNPACKED_BYTES
    for path, entry in kept:
        files[path] = _inflate(archive, entry, path, room)
        room -= len(files[path])
    if not dropped:
        return files, ()
    names = ", ".join(path for path, _ in dropped[:3])
    more = f" and {len(dropped) - 3} more" if len(dropped) > 3 else ""
    return files, (f"Left out, since a bot does not need them: {names}{more}.",)


def _checked_path(entry: zipfile.ZipInfo) -> str:
    """Gives an entry's path if it leads to a plain file or folder inside the bot's folder."""
    name = entry.orig_filename
    shown = _shown(name)
    if "\\" in name:
        raise UploadRefused(f"The entry {shown} has a backslash in its name. Pack the zip with forward slashes.")
    if not name.isprintable():
        raise UploadRefused(f"The entry {shown} has unprintable characters in its name. Rename the file.")
    if name.startswith("/") or name[1:2] == ":":
        raise UploadRefused(f"The entry {shown} has an absolute path. Pack the files relative to the bot's folder.")
    path = name.rstrip("/") if entry.is_dir() else name
    if any(part in ("", ".", "..") for part in path.split("/")):
        raise UploadRefused(f"The entry {shown} leads out of the bot's folder or twice to one file. Take it out.")
    if len(path) > LONGEST_PATH or any(len(part.encode()) > 200 for part in path.split("/")):
        raise UploadRefused(f"The path {shown} is longer than {LONGEST_PATH} characters. Use shorter names.")
    if path.count("/") > DEEPEST:
        raise UploadRefused(f"The path {shown} is more than {DEEPEST} folders deep. Use fewer folders.")
    if any(part.endswith((" ", ".")) for part in path.split("/")):
        raise UploadRefused(f"In the path {shown} a name ends in a blank or a dot, which some systems drop. Rename it.")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        what = "a link" if kind == stat.S_IFLNK else "no plain file"
        raise UploadRefused(f"The entry {shown} is {what}. Put the file itself into the zip.")
    if entry.flag_bits & _ENCRYPTED:
        raise UploadRefused(f"The entry {shown} is encrypted. Pack the zip without a password.")
    if entry.compress_type not in _METHODS:
        raise UploadRefused(f"The entry {shown} is compressed in an unusual way. Pack the zip with deflate.")
    return path


def _shown(name: str) -> str:
    """Writes a name so that it is short, in quotes, and without anything that is not printable."""
    return ascii(name if len(name) <= 80 else name[:77] + "...")


def _is_extra(path: str) -> bool:
    """Tells whether a file was put there by a system or a tool and not by the author."""
    *folders, name = path.split("/")
    return name in _DROPPED_FILES or name.startswith("._") or not _DROPPED_FOLDERS.isdisjoint(folders)


def _check_clashes(paths: list[str]) -> None:
    """Refuses two entries for one file, and a file that is a folder of another."""
    seen: dict[str, str] = {}
    for path in paths:
        key = _key(path)
        if key in seen:
            raise UploadRefused(f"The zip holds {_shown(path)} twice, as {_shown(seen[key])} too. Keep one of them.")
        seen[key] = path
    for path in paths:
        parts = path.split("/")
        for end in range(1, len(parts)):
            above = _key("/".join(parts[:end]))
            if above in seen:
                raise UploadRefused(
                    f"The entry {_shown(seen[above])} is a file and the folder of {_shown(path)}. Rename one."
                )


def _key(path: str) -> str:
    return unicodedata.normalize("NFKC", path).casefold()


def _inflate(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, room: int) -> bytes:
    content = bytearray()
    try:
        with archive.open(entry) as source:
            while chunk := source.read(_CHUNK):
                content += chunk
                if len(content) > room:
                    raise UploadRefused(
                        f"At the entry {_shown(path)} the files came to more than {UNPACKED_BYTES >> 20} MiB. "
                        "Make the bot's data smaller."
                    )
    except UploadRefused:
        raise
    except _BROKEN as error:
        raise UploadRefused(
            f"The entry {_shown(path)} is damaged ({_words(error)}). Pack the zip again and upload it anew."
        ) from error
    return bytes(content)


def _words(error: BaseException) -> str:
    """Gives what a library said, in one printable line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return ascii(text)[1:-1][:120]
