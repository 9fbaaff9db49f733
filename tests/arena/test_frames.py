"""Frames show a whole match, from the deal to its end, to each perspective what it may see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from arena import frames, games, replay
from arena.game import AnyGame
from arena.referee.inline import InlinePlayer
from arena.referee.match import play
from arena.rng import Stream, streams

SLUGS = ("toy", "nefertiti")
HIDING = ("toy", "cleopatra", "amun-re")
OPEN_KINDS = {
    "toy": {"card", "prize"},
    "nefertiti": {"hire", "place", "take", "extra", "discard", "other"},
    "cleopatra": {"bid"},
    "amun-re": {"offer"},
}
"""By game, the decisions of which everybody knows."""


class Failing(Exception):
    """Is what a bot of these tests dies of."""


def bot(seat: int, *, fails_at: int | None = None) -> InlinePlayer:
    """Makes a bot that picks by its own chance, and fails at its n-th question (0: at the start)."""

    def make(hello: Any) -> Any:
        if fails_at == 0:
            raise Failing
        stream: Stream = streams(seat, "bot")[0]
        asked = 0

        def choose(kind: str, view: Any, events: Any, legal: Sequence[Any]) -> Any:
            nonlocal asked
            asked += 1
            if asked == fails_at:
                raise Failing
            return legal[stream.below(len(legal))]

        return choose

    return InlinePlayer(make)


def played(slug: str, *bots: InlinePlayer, seed: int = 7) -> replay.Replay:
    players = bots or [bot(seat) for seat in range(3)]
    names = [f"bot-{seat}" for seat in range(len(players))]
    return replay.read(play(games.get(slug), seed=seed, players=players, names=names).replay)


def shown(source: replay.Replay, names: Sequence[str] = ("Ra", "Isis", "Thoth")) -> dict[str, Any]:
    """Gives the frames as a viewer reads them."""
    loaded: dict[str, Any] = json.loads(frames.encode(frames.frames(source, names)))
    return loaded


def views(loaded: dict[str, Any], track: str) -> list[dict[str, Any]]:
    """Unfolds a track as a viewer does."""
    deltas = loaded["tracks"][track]
    if deltas is None:
        return [{**view, "seat": int(track)} for view in views(loaded, "spectator")]
    unfolded: list[dict[str, Any]] = []
    view: dict[str, Any] = {}
    for delta in deltas:
        view = {name: value for name, value in view.items() if name not in delta.get("gone", ())}
        view |= delta.get("set", {})
        unfolded.append(view)
    return unfolded


def coming(loaded: dict[str, Any], track: str) -> list[dict[str, Any] | None]:
    """Gives by frame what a perspective knows of the decision to come, as a viewer reads it."""
    deltas = loaded["tracks"][track]
    return [delta.get("next") for delta in (loaded["tracks"]["spectator"] if deltas is None else deltas)]


def played_again(source: replay.Replay, seat: int | None) -> list[dict[str, Any]]:
    """Gives the views of a perspective straight from the rules."""
    game: AnyGame = replay.game_of(source)
    state = replay.deal(source)
    seen = [json.loads(game.codec.encode(game.view(state, seat)))]
    for _ in replay.steps(source, state):
        seen.append(json.loads(game.codec.encode(game.view(state, seat))))
    return seen


@pytest.mark.parametrize("slug", SLUGS)
def test_every_perspective_gets_its_own_view_in_every_frame(slug: str) -> None:
    source = played(slug)
    loaded = shown(source)
    assert list(loaded["tracks"]) == ["0", "1", "2", "spectator"]
    for seat in (None, 0, 1, 2):
        track = "spectator" if seat is None else str(seat)
        assert views(loaded, track) == played_again(source, seat)


@pytest.mark.parametrize("slug", SLUGS)
def test_there_is_a_frame_for_the_deal_and_one_for_each_ply(slug: str) -> None:
    source = played(slug)
    loaded = shown(source)
    pictures = loaded["frames"]
    assert len(pictures) == source.outcome.plies + 1
    assert not pictures[0]["moves"]
    for before, after in zip(coming(loaded, "spectator"), pictures[1:], strict=False):
        assert before is not None
        assert [move["seat"] for move in after["moves"]] == before["seats"]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_last_frame_is_the_end(slug: str) -> None:
    source = played(slug)
    loaded = shown(source)
    for track in loaded["tracks"]:
        *before, last = coming(loaded, track)
        assert last is None
        assert None not in before
    result = loaded["result"]
    assert tuple(result["ranks"]) == source.outcome.ranks
    assert tuple(result["scores"]) == source.outcome.scores
    assert result["reason"] == source.outcome.reason
    winner = result["ranks"].index(1)
    assert result["headline"].startswith(("Ra", "Isis", "Thoth")[winner])


def test_events_come_with_their_sentence_and_with_who_is_told() -> None:
    told = [event for picture in shown(played("toy"))["frames"] for event in picture["events"]]
    secret = [event for event in told if event["event"]["type"] == "drawn"]
    assert secret, "this seed has a bot that draws"
    for event in secret:
        knows = event["event"]["card"] != 0
        assert len(event["to"]) == (1 if knows else 2)
        assert ("a card" in event["text"]) is not knows
    assert all("to" not in event for event in told if event["event"]["type"] == "opened")


def test_moves_say_what_was_chosen_and_by_whom() -> None:
    pictures = shown(played("toy", bot(0), bot(1, fails_at=2), bot(2)))["frames"]
    moves = [move for picture in pictures for move in picture["moves"]]
    game = games.get("toy")
    for move in moves:
        assert str(game.codec.action(json.dumps(move["action"]))) == move["text"]
    by_seat = [[move.get("by_referee", False) for move in moves if move["seat"] == seat] for seat in range(3)]
    assert not any(by_seat[0] + by_seat[2])
    assert by_seat[1][0] is False
    assert all(by_seat[1][1:])


def test_a_hidden_hand_stands_only_in_its_own_track() -> None:
    loaded = shown(played("toy"))
    for name in ("spectator", "1", "2"):
        others = views(loaded, name)
        own = views(loaded, "0")
        assert all(view["hand"] != mine["hand"] for view, mine in zip(others, own, strict=True) if mine["hand"])


@pytest.mark.parametrize("slug", OPEN_KINDS)
def test_what_is_asked_is_told_to_those_who_are_asked_and_to_others_only_if_everybody_knows(slug: str) -> None:
    source = played(slug)
    game = replay.game_of(source)
    loaded = shown(source)
    tracks = {track: coming(loaded, track) for track in loaded["tracks"]}
    state = replay.deal(source)
    told_to_others: set[str] = set()
    for ply, step in enumerate(replay.steps(source, state)):
        for track, known in tracks.items():
            told = known[ply]
            assert told is not None
            if track in map(str, step.decision.legal):
                assert told["kind"] == step.decision.kind
                assert int(track) in told["seats"]
            elif told["kind"] is not None:
                assert told == {"kind": step.decision.kind, "seats": list(step.decision.legal)}
                told_to_others.add(told["kind"])
    assert game.decision(state) is None
    assert told_to_others <= OPEN_KINDS[slug]


@pytest.mark.parametrize("slug", HIDING)
def test_nothing_that_is_shown_depends_on_what_is_hidden(slug: str) -> None:
    source = played(slug)
    game = replay.game_of(source)
    stream = streams(1, "hidden")[0]
    state = replay.deal(source)
    shuffled = 0
    for _ in replay.steps(source, state):
        for seat in (None, 0, 1, 2):
            twin = game.reshuffle_hidden(state, seat, stream)
            shuffled += twin.to_bytes() != state.to_bytes()
            assert picture(game, twin, seat) == picture(game, state, seat)
    assert shuffled


def picture(game: AnyGame, state: Any, seat: int | None) -> list[frames.Delta]:
    """Gives the picture of one moment, as it stands in the track of a perspective."""
    track = frames._Track()
    track.add(game, game.view(state, seat))
    return list(track.deltas())


def test_a_track_that_shows_no_more_than_the_spectators_is_not_stored_again() -> None:
    loaded = shown(played("nefertiti"))
    assert [loaded["tracks"][seat] for seat in "012"] == [None, None, None]
    assert views(loaded, "1")[0]["seat"] == 1


def test_a_delta_tells_only_what_changed() -> None:
    for deltas in shown(played("toy"))["tracks"].values():
        view: dict[str, Any] = {}
        for delta in deltas:
            assert all(name not in view or view[name] != value for name, value in delta.get("set", {}).items())
            view |= delta.get("set", {})


def test_a_field_that_goes_away_is_told() -> None:
    track = frames._Track()
    track.views = [{"a": msgspec.Raw(b"1"), "b": msgspec.Raw(b"2")}, {"a": msgspec.Raw(b"1")}]
    track.asked = [None, None]
    assert json.loads(msgspec.json.encode(track.deltas())) == [{"set": {"a": 1, "b": 2}}, {"gone": ["b"]}]


def test_the_printed_matter_goes_with_the_game() -> None:
    loaded = shown(played("nefertiti"))
    assert loaded["printed"]["halls"]["GR"]["closes"] == {"sum": 14}
    assert "senet1" not in loaded["printed"]["gifts"]
    assert shown(played("toy"))["printed"] == {}


def test_equal_matches_give_equal_bytes() -> None:
    one, other = (frames.encode(frames.frames(played("nefertiti"), ("a", "b", "c"))) for _ in range(2))
    assert one == other


def test_a_hundred_plies_stay_small() -> None:
    source = played("nefertiti")
    assert len(frames.encode(frames.frames(source, ("a", "b", "c")))) < 2000 * source.outcome.plies


def test_names_are_text_and_one_a_seat() -> None:
    source = played("toy")
    nasty = '</script><img src=x onerror="alert(1)">'
    loaded = shown(source, (nasty, "b", "c"))
    assert loaded["seats"][0] == nasty
    with pytest.raises(ValueError, match="3 seats"):
        frames.frames(source, ("a", "b"))


def test_a_fault_is_told_with_the_ply_from_which_the_referee_plays() -> None:
    result = shown(played("toy", bot(0), bot(1, fails_at=2), bot(2)))["result"]
    (fault,) = result["faults"]
    assert (fault["seat"], fault["verdict"]) == (1, "crashed")
    assert fault["text"].startswith("Isis ended")
    assert f"from ply {fault['ply']} on the referee played for it" in fault["text"]
    assert result["ranks"][1] == 3


def test_when_all_bots_fail_nobody_wins() -> None:
    result = shown(played("nefertiti", *(bot(seat, fails_at=0) for seat in range(3))))["result"]
    assert result["headline"] == "Nobody wins: every bot made a fault."
    assert len(result["faults"]) == 3
    assert result["ranks"] == [1, 1, 1]


@pytest.mark.parametrize(
    ("ranks", "scores", "faulted", "headline"),
    [
        ((2, 1, 3), (5, 9, 1), set(), "Isis wins with 9 points."),
        ((1, 1, 3), (9, 9, 1), set(), "Ra and Isis share the first place with 9 points."),
        ((1, 1, 1), (1, 1, 1), set(), "A draw: all 3 share the first place with 1 point."),
        ((1, 1, 3), (9, 9, 11), {2}, "Ra and Isis share the first place with 9 points."),
        ((1, 2, 2), (9, 12, 11), {1, 2}, "Ra wins with 9 points, as the only bot without a fault."),
        ((1, 1, 1), (4, 3, 2), {0, 1, 2}, "Nobody wins: every bot made a fault."),
        ((1, 1, 3), (9, 8, 1), set(), "Ra and Isis share the first place."),
    ],
)
def test_the_headline_names_who_won(
    ranks: tuple[int, ...], scores: tuple[int, ...], faulted: set[int], headline: str
) -> None:
    assert frames.headline_of(("Ra", "Isis", "Thoth"), ranks, scores, faulted) == headline
