"""`nile login` and `nile upload`: bring a bot to the arena's site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.sandbox.bundle import pack
from bots_sdk.cli.bundle import read_path


@click.command()
@click.option("--url", help="Address of the arena.")
@click.option("--token", envvar="NILE_TOKEN", help="Your API token; without it you are asked, which leaves no trace.")
def login(url: str | None, token: str | None) -> None:
    """Keep your API token for this arena.

    Make the token on your account page. It is kept in a file that only you can read.
    """
    from bots_sdk import client  # here, since only this command and upload pay for an HTTP library

    url = (url or client.DEFAULT_URL).rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise click.UsageError(f"{url!r} is no address; it begins with https:// or http://.")
    if token is None:
        token = click.prompt(f"Token for {url}", hide_input=True)
    token = (token or "").strip()
    if not token.isascii() or not token.isprintable() or not token:
        raise click.UsageError("A token is one line of letters and digits, as your account page shows it.")
    account = client.Login(url, token)
    name = client.Site(account).whoami()
    path = client.save_login(account)
    click.echo(f"Logged in to {url}{f' as {name}' if name else ''}. The token is in {path}.")


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--bot", help="Upload as the next version of this bot of yours, named as in its address.")
@click.option("--name", help="Name of a new bot; without it the one in nile.toml, or the folder's.")
@click.option("--game", "games", multiple=True, help="What it plays, if nile.toml does not say; may be repeated.")
@click.option("--ladder", "ladders", multiple=True, help="A ladder to enter a new bot in; may be repeated.")
@click.option("--only-if-not-worse", is_flag=True, help="Let the next version take over only if it is not worse.")
def upload(
    path: Path,
    bot: str | None,
    name: str | None,
    games: tuple[str, ...],
    ladders: tuple[str, ...],
    only_if_not_worse: bool,
) -> None:
    """Upload the bot in PATH, a folder or a .py file.

    The first upload makes a new bot; later ones name it with --bot.
    """
    from bots_sdk import client

    if only_if_not_worse and bot is None:
        raise click.UsageError("--only-if-not-worse is for the next version of a bot; name the bot with --bot.")
    found = read_path(path)
    data, filename = pack(found.files), f"{path.resolve().stem}.zip"
    site = client.Site(client.load_login())
    if bot is not None:
        answer = site.add_version(bot, list(games), filename, data, only_if_not_worse=only_if_not_worse)
    else:
        wanted = name or found.manifest.name or path.resolve().stem
        chosen = list(games) or list(found.manifest.games)
        if not chosen:
            raise click.UsageError("Which game does it play? Say it in nile.toml or with --game.")
        answer = site.create_bot(wanted, chosen, list(ladders), filename, data)
    for note in _notes(answer):
        click.echo(note)
    page = answer.get("page") or answer.get("url")
    click.echo(f"Uploaded {len(data):,} bytes." + (f" See {_absolute(site.url, str(page))}" if page else ""))
    slug = answer.get("slug")
    if bot is None and isinstance(slug, str):
        click.echo(f"Next time: nile upload {path} --bot {slug}")


def _notes(answer: dict[str, Any]) -> list[str]:
    """Gives the sentences that the site has for the author."""
    said = answer.get("notes") or answer.get("message") or []
    return [said] if isinstance(said, str) else [str(note) for note in said]


def _absolute(url: str, page: str) -> str:
    return page if "://" in page else url + page
