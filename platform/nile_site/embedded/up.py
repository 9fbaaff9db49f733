"""`./run`: the servers, then the database brought up to the code, then web, workers and beat, until Ctrl-C.

Needs no Django itself, so the supervisor stays small and a broken app ends with that app's own message.
"""

import argparse
import http.client
import ipaddress
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from nile_site.embedded import postgres, servers, workers
from nile_site.embedded.at_hand import ROOT
from nile_site.embedded.folder import DataFolder
from nile_site.embedded.supervisor import Program, Running, Stopped, Supervisor
from nile_site.embedded.trouble import Trouble
from nile_site.machine import match_slots

_LEFTOVER_PATIENCE_S = 60


def main(arguments: Sequence[str]) -> int:
    """Run the whole site in the foreground; return 0 after a stop that was asked for, else 1."""
    options = parse(arguments)
    try:
        refuse_strangers(options)
        house = House(options)
        check_port(options)
        return house.run()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Start the whole site on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="where pages are served (default: 8000)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--data", type=Path, default=None, help="the data folder (default: .nile)")
    parser.add_argument("--trusted", action="store_true", help="run bots without a sandbox: only bots you wrote")
    options = parser.parse_args(arguments)
    options.data = ROOT / (options.data or os.environ.get("NILE_DATA") or ".nile")
    return options


def refuse_strangers(options: argparse.Namespace) -> None:
    """Raise Trouble where bots without a sandbox would meet other people's machines."""
    trusted = options.trusted or os.environ.get("NILE_SANDBOX") == "trusted"
    if trusted and not is_loopback(options.host):
        raise Trouble(
            f"Trusted mode runs bots without a sandbox, so it serves this machine only: not --host {options.host}."
        )


def check_port(options: argparse.Namespace) -> None:
    """Raise Trouble where the port cannot be listened on."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((options.host, options.port))
        except (OSError, OverflowError) as error:
            raise Trouble(
                f"Port {options.port} on {options.host} cannot be used ({error}). "
                f"Another program may be using it; choose another port: ./run --port {options.port % 65000 + 1}"
            ) from None


def is_loopback(host: str) -> bool:
    """Does the address reach this machine only?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class House:
    """Everything behind one `./run`."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.folder = DataFolder(options.data)
        self.lock = self.folder.lock(_LEFTOVER_PATIENCE_S)
        self.folder.check_room()
        self.names = servers.embedded()
        if servers.POSTGRES in self.names:
            postgres.check_version(self.folder)
        self.environment = self._environment()
        self.web: Running | None = None
        self.is_announced = False

    def run(self) -> int:
        """Start everything in order and watch it until there is a reason to stop; return the exit code."""
        try:
            return self._run()
        finally:
            self.folder.remove_sockets()

    def _run(self) -> int:
        with Supervisor(tick=self._announce) as self.supervisor:
            try:
                for program in servers.programs(self.folder, self.names, lock=self.lock):
                    self.supervisor.start(program)
                runtime = self._build_runtime()
                servers.wait_until_ready(self.folder, self.names, self.supervisor.turn)
                self._bring_up_to_date()
                self._open(runtime)
                self.supervisor.watch()
            except Stopped as stopped:
                self.supervisor.say("up", str(stopped))
                return stopped.code
        raise AssertionError("watch ends by Stopped only")

    def _environment(self) -> dict[str, str]:
        options = self.options
        found = {
            "NILE_PUBLIC_URL": f"http://localhost:{options.port}",
            "NILE_ALLOWED_HOSTS": ",".join(["localhost", "127.0.0.1", "[::1]", options.host]),
            "NILE_SECRET_KEY": os.environ.get("NILE_SECRET_KEY") or self.folder.secret_key(),
            **os.environ,
            "NILE_DATA": str(self.folder.path),
            "DJANGO_SETTINGS_MODULE": "nile_site.settings",
            **servers.addresses(self.folder, self.names),
        }
        if options.trusted:
            found["NILE_SANDBOX"] = "trusted"
        return found

    def _build_runtime(self) -> Running:
        """Start building what bots run in; web and database need not wait for it."""
        argv = [sys.executable, "-m", "arena.sandbox.runtime", "--data", str(self.folder.path)]
        runtime = self.supervisor.start(Program(name="runtime", argv=argv, environment=self.environment))
        runtime.is_task = True
        return runtime

    def _bring_up_to_date(self) -> None:
        argv = [sys.executable, str(ROOT / "manage.py"), "prepare"]
        preparing = self.supervisor.start(Program(name="prepare", argv=argv, environment=self.environment))
        if self.supervisor.wait_for(preparing):
            raise Stopped("the database could not be brought up to date; the reason stands above", 1)

    def _open(self, runtime: Running) -> None:
        """Start the web and, when it answers, the workers; matches are played once the bots' runtime stands."""
        pool = {"NILE_DATABASE_POOL": "8", **self.environment}
        self.web = self.supervisor.start(Program(name="web", argv=self._web(), environment=pool, grace_s=10))
        while not self.is_announced:
            self.supervisor.turn()
        self.supervisor.start(workers.default(self.environment))
        self.supervisor.start(workers.beat(self.environment, self.folder))
        if self.supervisor.wait_for(runtime):
            self.supervisor.say("up", "the bots' runtime could not be built: matches will wait; see above")
        slots = self.environment.get("NILE_SLOTS") or str(match_slots())
        self.supervisor.start(workers.matches(self.environment, slots=slots))

    def _web(self) -> list[str]:
        options = ["--interface", "asginl", "--workers", "1", "--workers-kill-timeout", "3", "--no-ws"]
        address = ["--host", self.options.host, "--port", str(self.options.port)]
        return [
            sys.executable,
            "-m",
            "granian",
            *options,
            *address,
            "--log-level",
            "warning",
            "nile_site.asgi:application",
        ]

    def _announce(self) -> None:
        """Say once that the site answers."""
        if self.web is None or self.is_announced or not answers(self.options.host, self.options.port):
            return
        self.is_announced = True
        self.supervisor.say("up", f"Nile Arena is on {self.environment['NILE_PUBLIC_URL']} (Ctrl-C stops it)")


def answers(host: str, port: int) -> bool:
    """Does anything speak HTTP there?"""
    connection = http.client.HTTPConnection(host, port, timeout=10)
    try:
        connection.request("GET", "/", headers={"Host": "localhost"})
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True
