"""Turns a replay into frames: everything that a viewer draws, so that no page and no script knows a rule.

    frames = arena.frames.frames(arena.replay.read(data), ["Ra", "Isis", "Thoth"])
    arena.frames.encode(frames)                                  JSON, the file that <replay-viewer src="…"> loads

Frame 0 is the table after the deal, frame i the table after ply i, the last frame the end of the game. A track is
what one perspective sees in each frame, with what it may know of the decision to come. What a perspective may not
see does not stand in its track; an event says in `to` whom it is told, and the viewer keeps to that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

import msgspec

from arena import games, replay
from arena.game import AnyGame, Asked, Event, Seat, View
from arena.referee.verdicts import MEANING, Verdict

FORMAT = 2
"""Rises when a viewer written for the old frames would not understand the new ones."""

SPECTATOR = "spectator"
"""The track of what everybody may see; the other tracks are named by their seats, "0", "1", and so on."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is what one seat chose: its notation, its JSON, and whether the referee chose for a bot that had failed."""

    seat: Seat
    text: str
    action: msgspec.Raw
    by_referee: bool = False


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is an event: its English sentence, its JSON, and the seats that are told; without `to`, everybody is."""

    text: str
    event: msgspec.Raw
    to: tuple[Seat, ...] | None = None


class Frame(msgspec.Struct, frozen=True):
    """Is what happened up to one picture."""

    moves: tuple[Move, ...]
    events: tuple[Told, ...]


class Fault(msgspec.Struct, frozen=True):
    """Is a seat's fault: its verdict, a sentence, and the first ply that the referee chose for it (None: none was)."""

    seat: Seat
    verdict: str
    text: str
    ply: int | None


class Ending(msgspec.Struct, frozen=True):
    """Is how the match ended, ranks and scores by seat. headline: one sentence that names who won, if anybody did."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    headline: str
    faults: tuple[Fault, ...]


class Delta(msgspec.Struct, frozen=True, omit_defaults=True):
    """Is a view as its difference from the view before it: top-level fields that are new or changed, or gone.

    next: what the view tells of the decision that comes, left out at the end.
    """

    set: dict[str, msgspec.Raw] = {}
    gone: tuple[str, ...] = ()
    next: Asked | None = None


Track: TypeAlias = tuple[Delta, ...] | None
"""One delta per frame; None where all of it equals the spectator's but for the views' field `seat`."""


class Frames(msgspec.Struct, frozen=True):
    """Is a whole match, ready to be drawn. printed: what stands on the game's board and cards; see `printed_of`."""

    format: int
    game: str
    title: str
    rules: int
    options: dict[str, str]
    seats: tuple[str, ...]
    printed: dict[str, Any]
    result: Ending
    frames: tuple[Frame, ...]
    tracks: dict[str, Track]


_encoder = msgspec.json.Encoder(order="deterministic")
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])


def encode(frames: Frames) -> bytes:
    """Gives the JSON that viewers load; equal frames give equal bytes."""
    return _encoder.encode(frames)


def frames(source: replay.Replay, names: Sequence[str]) -> Frames:
    """Plays a replay again and gives its frames; `names` are shown for the seats, one each.

    Raises ReplayFormatError and ReplayMismatch as `replay.steps` does, and ValueError for too few or too many names.
    """
    header = source.header
    if len(names) != len(header.seats):
        raise ValueError(f"the replay has {len(header.seats)} seats, but {len(names)} names were given")
    names = tuple(names)
    game = replay.game_of(source)
    log: list[Event] = []
    state = replay.deal(source, log)
    common = _Track()
    tracks: dict[Seat | None, _Track] = {None: common, **{seat: _Track() for seat in range(len(names))}}

    def picture(events: Sequence[Event], moves: Sequence[Move] = ()) -> Frame:
        for seat, track in tracks.items():
            track.add(game, game.view(state, seat))
        return Frame(tuple(moves), _told(game, events, names))

    pictures = [picture(log)]
    for step in replay.steps(source, state, with_events=True):
        moves = [
            Move(seat, str(action), msgspec.Raw(game.codec.encode(action)), seat in step.by_referee)
            for seat, action in step.choices.items()
        ]
        pictures.append(picture(step.events, moves))
    del tracks[None]
    return Frames(
        format=FORMAT,
        game=game.slug,
        title=game.title,
        rules=header.rules,
        options=header.options,
        seats=names,
        printed=printed_of(game, len(names), header.options),
        result=_ending(source.outcome, names, pictures),
        frames=tuple(pictures),
        tracks={SPECTATOR: common.deltas(), **{str(seat): track.unlike(common) for seat, track in tracks.items()}},
    )


def printed_of(game: AnyGame, seats: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Gives what is printed on the game's board, tiles and cards, as plain values for a drawing.

    It comes from `printed(seats, options)` of the game's module `printed`; a game without that module gives {}.
    """
    module = f"arena.games.{game.slug.replace('-', '_')}.printed"
    if game.slug not in games.SLUGS or find_spec(module) is None:
        return {}
    printed: dict[str, Any] = import_module(module).printed(seats, options)
    return printed


class _Track:
    """Collects what one perspective sees: views, each as the JSON of its top-level fields, and decisions to come."""

    def __init__(self) -> None:
        self.views: list[dict[str, msgspec.Raw]] = []
        self.asked: list[Asked | None] = []

    def add(self, game: AnyGame, view: View) -> None:
        fields = _fields.decode(game.codec.encode(view))
        self.views.append({name: value.copy() for name, value in fields.items()})
        self.asked.append(game.asked(view))

    def deltas(self) -> tuple[Delta, ...]:
        """Gives the track; the first delta holds the whole first view."""
        return tuple(map(_delta, [{}, *self.views], self.views, self.asked))

    def unlike(self, common: _Track) -> Track:
        """Gives the track, or None where it differs from the common one in the field `seat` alone."""
        mine = [{**view, "seat": None} for view in self.views]
        others = [{**view, "seat": None} for view in common.views]
        return None if mine == others and self.asked == common.asked else self.deltas()


def _delta(old: Mapping[str, msgspec.Raw], new: Mapping[str, msgspec.Raw], asked: Asked | None) -> Delta:
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    return Delta(changed, tuple(name for name in old if name not in new), asked)


def _told(game: AnyGame, events: Sequence[Event], names: Sequence[str]) -> tuple[Told, ...]:
    encode_event = game.codec.encode
    return tuple(Told(game.describe(event, names), msgspec.Raw(encode_event(event)), event.to) for event in events)


def _ending(outcome: replay.Outcome, names: Sequence[str], pictures: Sequence[Frame]) -> Ending:
    taken_over: dict[Seat, int] = {}
    for ply, frame in enumerate(pictures):
        for move in frame.moves:
            if move.by_referee:
                taken_over.setdefault(move.seat, ply)
    faults = []
    for seat, verdict in sorted((int(seat), Verdict(verdict)) for seat, verdict in outcome.faults.items()):
        text, since = f"{names[seat]} {MEANING[verdict]}", taken_over.get(seat)
        if since is not None:
            text += f"; from ply {since} on the referee played for it"
        faults.append(Fault(seat, verdict.value, text + ".", since))
    headline = headline_of(names, outcome.ranks, outcome.scores, {fault.seat for fault in faults})
    return Ending(outcome.ranks, outcome.scores, outcome.reason, headline, tuple(faults))


def headline_of(
    names: Sequence[str], ranks: Sequence[int], scores: Sequence[int], faulted: set[Seat] | frozenset[Seat]
) -> str:
    """Says in one sentence who won, also where several did, or nobody."""
    clean = [seat for seat in range(len(names)) if seat not in faulted]
    if not clean:
        return "Nobody wins: every bot made a fault."
    winners = [seat for seat in clean if ranks[seat] == 1]
    points = {scores[seat] for seat in winners}
    score = f" with {_points(points.pop())}" if len(points) == 1 else ""
    if len(clean) == 1:
        return f"{names[clean[0]]} wins{score}, as the only bot without a fault."
    if len(winners) == 1:
        return f"{names[winners[0]]} wins{score}."
    if len(winners) == len(names):
        return f"A draw: all {len(names)} share the first place{score}."
    return f"{_list([names[seat] for seat in winners])} share the first place{score}."


def _points(score: int) -> str:
    return "1 point" if score == 1 else f"{score} points"


def _list(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
