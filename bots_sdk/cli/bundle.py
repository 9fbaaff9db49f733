"""`nile bundle`: packs a bot as the arena takes it."""

from __future__ import annotations

from pathlib import Path

import click

from arena.sandbox.bundle import PACKED_BYTES, Bundle, pack
from bots_sdk.sources import read_file, read_folder


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="The zip to write.")
def bundle(path: Path, out: Path | None) -> None:
    """Pack the bot in PATH, a folder or a .py file, into a zip.

    Equal files give equal bytes, whoever packs them and when.
    """
    found = read_path(path)
    data = pack(found.files)
    target = out or Path(f"{path.resolve().stem}.zip")
    target.write_bytes(data)
    for note in found.notes:
        click.echo(note, err=True)
    click.echo(f"{target}: {len(found.files)} files, {len(data):,} of at most {PACKED_BYTES:,} bytes")


def read_path(path: Path) -> Bundle:
    """Reads a bot from a folder or a file. Raises UploadRefused."""
    return read_folder(path) if path.is_dir() else read_file(path)
