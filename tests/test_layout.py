"""The tree keeps its promises: what must be there, what must not, and what no file may say."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_MODULE = 450
LONG_BY_NATURE = {"migrations", "golden", "board"}  # migrations and tables of data

# Written in pieces, so that this file does not hold what it looks for.
NEVER_NAMED = {
    "a package registry's host": r"pypi\.or[g]|pythonhosted\.or[g]|registry\.npmjs\.or[g]|deb\.debian\.or[g]",
    "a folder outside the repository": r"\.\./share[d]|/wor[k]/(main|shared)|/roo[t]/",
}


def tracked_files() -> list[Path]:
    """Every file that git keeps and that is there; a copy without git counts as nothing to check."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this copy is no git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize(
    "name",
    ["pyproject.toml", "README.md", "run", "manage.py", "seeds", "platform", "arena", "bots_sdk", "tests"],
)
def test_the_checkout_has(name: str) -> None:
    assert (ROOT / name).exists()


def test_platform_is_a_source_root_and_no_package() -> None:
    inside = {path.name for path in (ROOT / "platform").glob("*.py")}
    assert not inside, "a module in platform/ hides the standard library's module of that name"


def test_the_standard_library_wins() -> None:
    import platform

    assert platform.python_implementation()


def test_modules_stay_short() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked_files()
        if path.suffix in {".py", ".js"} and not LONG_BY_NATURE & {*path.parts, path.stem}
        if (lines := path.read_text().count("\n")) > LONGEST_MODULE
    }
    assert not long, "each of these is probably two ideas"


@pytest.mark.parametrize("what", NEVER_NAMED)
def test_no_file_names(what: str) -> None:
    pattern = re.compile(NEVER_NAMED[what].encode())
    naming = [str(path.relative_to(ROOT)) for path in tracked_files() if pattern.search(path.read_bytes())]
    assert not naming
