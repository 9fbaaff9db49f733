"""A bot's code between the database and the folder that it runs from."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from arena.sandbox import bundle
from nile_site.bots.models import Package


def digest(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256, in hexadecimal, over the files: for each, by path, path, length and content.

    It does not depend on how they are compressed.
    """
    total = sha256()
    for path, content in sorted(files.items()):
        total.update(b"%s\0%d\0" % (path.encode(), len(content)))
        total.update(content)
    return total.hexdigest()


def keep(files: dict[str, bytes]) -> Package:
    """Store a bot's files, or return the package that holds equal ones."""
    name = digest(files)
    package = Package.objects.filter(sha256=name).first()
    if package is None:
        data = bundle.pack(files)
        package, _ = Package.objects.get_or_create(sha256=name, defaults={"data": data, "size": len(data)})
    return package


def lay_out(*, sha256: str, room: Path) -> Path:
    """Return the folder below `room` that holds a package's files, unpacking it from the database the first time.

    Several processes may ask at once; a folder is there whole or not at all.
    """
    folder = room / "bots" / sha256
    if folder.is_dir():
        return folder
    data = bytes(Package.objects.values_list("data", flat=True).get(sha256=sha256))
    folder.parent.mkdir(mode=0o755, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{sha256[:12]}-", dir=folder.parent))
    try:
        bundle.store(bundle.unpack(data), scratch / "bot")
        os.rename(scratch / "bot", folder)
    except OSError:
        if not folder.is_dir():  # else another process was faster
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder
