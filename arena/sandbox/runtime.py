"""The file system that a bot sees: an interpreter, its library, arena, bots_sdk, msgspec and numpy, and nothing else.

    python -m arena.sandbox.runtime --data DIR

builds it. There are two trees: `base` holds the interpreter and what was installed, `code` holds arena, bots_sdk and
the shim, which change with every edit of a checkout. Each lies in a folder named after a hash of what it was made
from, so a change makes a new one and running matches keep theirs. Trees appear by one rename, complete and compiled,
since bots cannot write to them.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from arena.errors import SandboxError
from arena.sandbox import libraries, places
from arena.sandbox.users import slot_uid

_LAYOUT = 1  # rises when the trees are laid out differently
_PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
_LISTING = ".listing.json"
_KEEP_S = 2 * 24 * 3600  # how long a tree that nothing asks for any more may stay

_LEFT_OUT = {
    # of the standard library: tests, graphics, installers, what needs a terminal
    *("__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo"),
    *("turtle.py", "ensurepip", "lib2to3", "venv", "pydoc_data", "curses", "dbm"),
    # of numpy
    *("f2py", "_pyinstaller", "include"),
    # of arena
    *("viewer",),
}
_LEFT_OUT_BINARIES = ("_tkinter", "_curses", "_dbm", "_gdbm", "readline", "_test", "_xx", "xx")
_LEFT_OUT_SUFFIXES = (".pyi", ".a", ".h", ".pxd", ".pyx", ".exe")
_SHIMS = ("shim.py", "shim_calls.py", "shim_landlock.py", "shim_namespaces.py", "shim_nursery.py")


class Runtime(Struct, frozen=True):
    """Is a built runtime.

    path: the base tree, which a bot sees as / where it has a root of its own.  code: arena, bots_sdk and the shim.
    hash: identifies both, for the record of a match.  python: the interpreter's version.
    """

    path: Path
    code: Path
    hash: str
    python: str
    has_numpy: bool

    @property
    def interpreter(self) -> str:
        """Is the interpreter's path below `path`."""
        return f"opt/py/bin/{_PYTHON}"

    @property
    def shim(self) -> str:
        """Is the compiled shim's path below `code`."""
        return f"boot/__pycache__/shim.{sys.implementation.cache_tag}.pyc"

    @property
    def nursery(self) -> str:
        """Is the path below `code` of the program that bots are forked from."""
        return f"boot/__pycache__/shim_nursery.{sys.implementation.cache_tag}.pyc"


def ensure(data: Path, *, reachable_by: int | None) -> Runtime:
    """Gives the runtime for this interpreter and this code, building what is missing.

    data: the data folder. reachable_by: the bots' user id; None: bots run as this process does.
    Safe to call in several processes at once. Raises SandboxError if it cannot be built.
    """
    room = places.room(data, reachable_by=reachable_by)
    base_facts, code_facts = _base_facts(), _code_facts()
    base = room / f"base-{_digest(base_facts)[:16]}"
    code = room / f"code-{_digest([*code_facts, _PYTHON])[:16]}"
    if not (_is_whole(base) and _is_whole(code)):
        with _lock(room / "build.lock"):
            for tree, fill in ((base, _fill_base), (code, _fill_code)):
                if not _is_whole(tree):
                    _build(tree, fill)
            _prune(room, keep=(base, code))
    for tree in (base, code):
        os.utime(tree)
    return Runtime(
        path=base,
        code=code,
        hash=_digest([base.name, code.name])[:16],
        python=platform.python_version(),
        has_numpy=_package("numpy") is not None,
    )


# What a tree is made from.


def _base_facts() -> list[str]:
    interpreter = _interpreter()
    libc = next(iter(Path("/lib").glob("*-linux-gnu/libc.so.6")), Path("/lib64/libc.so.6"))
    facts = [str(_LAYOUT), sys.version, platform.machine()]
    for file in (interpreter, Path(sysconfig.get_path("stdlib")) / "os.py", libc):
        with contextlib.suppress(OSError):
            info = file.stat()
            facts.append(f"{file} {info.st_size} {info.st_mtime_ns}")
    for name in ("msgspec", "numpy"):
        package = _package(name)
        if package is not None:
            info = (package / "__init__.py").stat()
            version = _version_of(package)
            facts.append(f"{name} {version} {info.st_size} {info.st_mtime_ns}")
    return facts


def _code_facts() -> list[str]:
    facts = [str(_LAYOUT)]
    for name in ("arena", "bots_sdk"):
        package = _package(name)
        for file in sorted(_files(package)) if package is not None else ():
            digest = hashlib.sha256((package / file).read_bytes()).hexdigest() if package else ""
            facts.append(f"{name}/{file} {digest}")
    return facts


def _version_of(package: Path) -> str:
    for info in package.parent.glob(f"{package.name}-*.dist-info"):
        return info.name
    return ""


def _interpreter() -> Path:
    return Path(getattr(sys, "_base_executable", sys.executable) or sys.executable).resolve()


def _package(name: str) -> Path | None:
    """Finds the folder of an installed package without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def _digest(facts: list[str]) -> str:
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


# Building.


def _build(tree: Path, fill: Callable[[Path], None]) -> None:
    """Fills a new folder, makes it readable by all and writable by none but us, and puts it in place by one rename."""
    workshop = tree.with_name(f".{tree.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        workshop.mkdir()
        fill(workshop)
        listing = {}
        for folder, names, files in os.walk(workshop):
            os.chmod(folder, 0o755)  # noqa: S103  # bots of another user read it
            for name in files:
                path = Path(folder, name)
                if not path.is_symlink():
                    path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
                listing[str(path.relative_to(workshop))] = path.lstat().st_size
            names.sort()
        (workshop / _LISTING).write_text(json.dumps(listing))
        if tree.exists():  # damaged, or it would have been used
            os.rename(tree, tree.with_name(f".old-{tree.name}.{time.monotonic_ns()}"))
        os.rename(workshop, tree)
    except OSError as error:
        raise SandboxError(f"The bots' runtime cannot be built in {tree.parent}: {error}") from error
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _fill_base(tree: Path) -> None:
    interpreter = _interpreter()
    target = tree / "opt/py/bin" / _PYTHON
    target.parent.mkdir(parents=True)
    shutil.copyfile(interpreter, target)
    target.chmod(0o755)
    library = tree / "opt/py" / sys.platlibdir / _PYTHON
    _copy(Path(sysconfig.get_path("stdlib")), library)
    site = tree / "site"
    site.mkdir()
    for name in ("msgspec", "numpy"):
        package = _package(name)
        if package is None:
            continue
        _copy(package, site / name)
        beside = package.parent / f"{name}.libs"
        if beside.is_dir():
            _copy(beside, site / beside.name)
    binaries = [interpreter, *library.rglob("*.so"), *site.rglob("*.so")]
    own = [tree.resolve(), *(p.parent for name in ("msgspec", "numpy") if (p := _package(name)))]
    shared = tree / "lib"
    shared.mkdir()
    for name, path in libraries.needed_by(binaries).items():
        if any(path.is_relative_to(place) for place in own):
            continue
        goal = tree / name.lstrip("/") if name.startswith("/") else shared / name
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path.resolve(), goal)
        if name.startswith("/"):
            goal.chmod(0o755)  # the loader, which the kernel executes
    for place in ("bot", "code", "dev"):
        (tree / place).mkdir()
    for place in ("dev/null", "dev/urandom"):
        (tree / place).touch()
    _compile(library)
    _compile(site)


def _fill_code(tree: Path) -> None:
    for name in ("arena", "bots_sdk"):
        package = _package(name)
        if package is not None:
            _copy(package, tree / name)
    boot = tree / "boot"
    boot.mkdir()
    for name in _SHIMS:
        shutil.copyfile(Path(__file__).with_name(name), boot / name)
    _compile(tree)


def _copy(source: Path, target: Path) -> None:
    """Copies a package with its compiled files, which stay valid since times are kept; never a link, never a test."""
    for file in _files(source):
        goal = target / file
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / file, goal)
        info = (source / file).stat()
        os.utime(goal, ns=(info.st_atime_ns, info.st_mtime_ns))
        compiled = _compiled(file)
        if compiled and (source / compiled).exists():
            (target / compiled).parent.mkdir(exist_ok=True)
            shutil.copyfile(source / compiled, target / compiled)


def _files(source: Path) -> Iterator[Path]:
    """Lists what a runtime takes from a folder, relative to it."""
    for folder, names, files in os.walk(source):
        here = Path(folder).relative_to(source)
        names[:] = [name for name in names if name not in _LEFT_OUT and not name.startswith("config-")]
        for name in files:
            if name in _LEFT_OUT or name.endswith(_LEFT_OUT_SUFFIXES):
                continue
            if ".so" in name and name.startswith(_LEFT_OUT_BINARIES):
                continue
            yield here / name


def _compiled(file: Path) -> Path | None:
    if file.suffix != ".py":
        return None
    return file.parent / "__pycache__" / f"{file.stem}.{sys.implementation.cache_tag}.pyc"


def _compile(tree: Path) -> None:
    with contextlib.redirect_stdout(sys.stderr):
        compileall.compile_dir(tree, quiet=2, stripdir=str(tree), prependdir="/", workers=1)


# Keeping.


def _is_whole(tree: Path) -> bool:
    """Tells whether a tree is there with every file at its size: cleaners of temporary folders take single ones."""
    try:
        listing: dict[str, int] = json.loads((tree / _LISTING).read_bytes())
        return all(os.lstat(tree / name).st_size == size for name, size in listing.items())
    except (OSError, ValueError):
        return False


def _prune(room: Path, keep: tuple[Path, ...]) -> None:
    before = time.time() - _KEEP_S
    for tree in room.glob("*-*"):
        is_ours = tree.name.startswith(("base-", "code-", ".base-", ".code-", ".old-"))
        if is_ours and tree not in keep and tree.lstat().st_mtime < before:
            shutil.rmtree(tree, ignore_errors=True)


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Lets one builder work at a time, so that others wait for its tree and do not make their own."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def main() -> None:
    """Builds the runtime and prints where it lies."""
    parser = argparse.ArgumentParser(prog="python -m arena.sandbox.runtime", description=main.__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("NILE_DATA", ".nile"),
        help="the data folder (NILE_DATA, else %(default)s)",
    )
    options = parser.parse_args()
    started = time.monotonic()
    try:
        uid = slot_uid(0) if os.geteuid() == 0 else None
        built = ensure(options.data, reachable_by=uid)
    except SandboxError as error:
        sys.exit(str(error))
    numpy = "with" if built.has_numpy else "without"
    print(f"runtime {built.hash}: Python {built.python} {numpy} numpy in {built.path}")
    print(f"{time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
