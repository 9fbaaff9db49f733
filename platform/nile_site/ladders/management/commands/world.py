"""`manage.py world`: make the first world from seeds/world.toml, or bring it up to date after an upgrade."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from nile_site import world
from nile_site.ladders.first_world import build


class Command(BaseCommand):
    help = "Make ladders, seasons and house bots where they are missing or have changed. Safe to run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", type=Path, default=world.SEEDS / "world.toml", help="another world")

    def handle(self, *args: object, file: Path, **options: object) -> None:
        for sentence in build(world=world.read(file), programs=world.SEEDS / "bots"):
            self.stdout.write(sentence)
