"""The `nile` command: make a bot, play it against others, watch and check replays, find faults, pack and upload."""

from __future__ import annotations

import click

from arena.errors import ArenaError
from bots_sdk.cli.bundle import bundle
from bots_sdk.cli.compare import compare
from bots_sdk.cli.new import new
from bots_sdk.cli.play import play
from bots_sdk.cli.repro import repro
from bots_sdk.cli.show import show
from bots_sdk.cli.site import login, upload
from bots_sdk.cli.verify import verify
from bots_sdk.cli.watch import watch


class Plain(click.Group):
    """Is a group of commands that answers an expected error with its sentence instead of a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs the chosen command."""
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise click.ClickException(f"{error.filename}: {error.strerror}") from error


@click.group(cls=Plain, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="nile-arena", prog_name="nile")
def main() -> None:
    """Write a bot, play it at home under the arena's rules and limits, and upload it.

    Begin with `nile new my_bot`.
    """


for command in (new, play, compare, show, watch, verify, repro, bundle, login, upload):
    main.add_command(command)
