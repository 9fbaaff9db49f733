"""`nile new`: a folder with a bot that already plays."""

from __future__ import annotations

import re
from pathlib import Path

import click

from arena import games

_GENERAL = '''\
"""A bot for {title}."""

from bots_sdk import Bot, run


class MyBot(Bot):
    def decide(self, turn):
        # turn.kind says what is asked, turn.view what you see, turn.legal what you may choose.
        return self.random.choice(turn.legal)


if __name__ == "__main__":
    run(MyBot)
'''

_NEFERTITI = '''\
"""A bot for Nefertiti: bids what it can pay where gifts are worth having, and buys when a gift is worth its price."""

from arena.games.nefertiti.board import KINDS, VALUES
from arena.games.nefertiti.halls import SPACE

from bots_sdk import Bot, run

DEBEN = 2  # points of prestige that I would give for a coin


class MyBot(Bot):
    def decide(self, turn):
        # turn.kind says what is asked, turn.view what you see, turn.legal what you may choose.
        best = max(turn.legal, key=lambda action: self.weigh(turn, action))
        turn.note(f"{{best}} looks best of {{len(turn.legal)}}")  # shown beside the replay, to you alone
        return best

    def weigh(self, turn, action):
        """Says what an action is worth. This is the place for your ideas."""
        view = turn.view
        me = view.players[self.seat]
        if turn.kind == "place" and me.servants:
            # About a third of my money, where the gifts are. Would it close the market? Who could bid higher?
            space = SPACE[action.space]
            gifts = [self.value(view, gift) for gift in view.markets[space.market].slots if gift]
            return sum(gifts) / 10 - abs(space.price - me.money / 3)
        if turn.kind == "take":
            return sum(self.slot(view, slot) for slot in action.slots)
        if turn.kind in ("extra", "other") and getattr(action, "slot", None) is not None:
            price = view.bid.price if turn.kind == "other" else 0
            return self.slot(view, action.slot) - DEBEN * price
        if turn.kind == "other":
            return DEBEN * self.market(view).reserve / 2
        return 0  # hiring, passing and the rest: all the same to this bot

    def slot(self, view, slot):
        """Says what the gift in a slot of the closing market is worth."""
        return self.value(view, self.market(view).slots[slot])

    def market(self, view):
        """Gives the market that is closing."""
        return next(market for market in view.markets if market.id == view.bid.market)

    def value(self, view, gift):
        """Says what a card is worth to me by the number of players who would own its kind."""
        kind = gift.rstrip("12")  # senet1 and senet2 are the same kind
        owners = [any(held.rstrip("12") == kind for held in player.gifts) for player in view.players]
        units = 2 if gift == "senet2" else 1
        return units * VALUES[KINDS.index(kind)][sum(owners) + (not owners[self.seat])]


if __name__ == "__main__":
    run(MyBot)
'''

_MANIFEST = """\
# What the arena reads when you upload this folder. Every line may be left out.
name = "{name}"
games = ["{slug}"]
numpy = false # true if main.py imports numpy
"""

_README = """\
# {name}

A bot for {title} on the Nile Arena.

    nile play {slug} . {rivals}        # a match at home, under the arena's rules and limits
    nile play {slug} . {rivals} --matches 12
    nile upload .                           # after `nile login`

`main.py` is the whole bot: one class, one method. What it prints goes to its log, never into the game.
"""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


@click.command()
@click.argument("name")
@click.option("--game", default="nefertiti", show_default=True, help="The game to play.")
def new(name: str, game: str) -> None:
    """Make a folder NAME with a bot that already plays."""
    folder = Path(name)
    if not _NAME.fullmatch(folder.name):
        raise click.UsageError(
            f"{folder.name!r} is no name for a bot: use up to 40 letters, digits, hyphens and underscores."
        )
    chosen = games.get(game)
    if folder.exists():
        raise click.ClickException(f"{folder} is there already; nothing was changed. Choose another name.")
    folder.mkdir(parents=True)
    program = _NEFERTITI if game == "nefertiti" else _GENERAL
    rivals = " ".join(["random"] * (chosen.seats[0] - 1))
    facts = {"name": folder.name, "slug": chosen.slug, "title": chosen.title, "rivals": rivals}
    (folder / "main.py").write_text(program.format(**facts), encoding="utf-8")
    (folder / "nile.toml").write_text(_MANIFEST.format(**facts), encoding="utf-8")
    (folder / "README.md").write_text(_README.format(**facts), encoding="utf-8")
    click.echo(f"Made {folder}/main.py, nile.toml and README.md. Try it:")
    click.echo(f"  nile play {game} {folder} {rivals}")
