"""What a bot is doing right now and what its author can do next, in plain words."""

from collections.abc import Sequence
from dataclasses import dataclass

from nile_site.bots.models import Bot, Version
from nile_site.ladders.models import Entry, Season
from nile_site.matches import compared
from nile_site.matches import selectors as matches
from nile_site.matches.models import Block, Comparison, MatchSeat
from nile_site.matches.words import status_of


@dataclass(frozen=True, slots=True)
class Notice:
    """One card for the author. looks: wait, good or bad; a waiting one refreshes itself."""

    looks: str
    title: str
    text: str
    next: str = ""
    match_id: int | None = None
    link: str = ""
    faults: Sequence[MatchSeat] = ()
    """The faults that it is about, each on its seat of a match."""
    comparison_id: int | None = None


def notices_of(bot: Bot, versions: Sequence[Version], entries: Sequence[Entry]) -> list[Notice]:
    """Tell what happens to a bot, trial by trial, then what is wrong, then what is missing. Closed seasons are over."""
    entries = [entry for entry in entries if entry.season.state != Season.State.CLOSED]
    gates = matches.open_gates(entries)
    found = [_before_it_takes_over(entry, gates[entry.pk]) for entry in entries if entry.pk in gates]
    waiting = [entry for entry in entries if entry.pending_id and entry.may_be_tried and entry.pk not in gates]
    found += [_on_trial(entry) for entry in waiting]
    newest = versions[0] if versions else None
    if newest is not None and newest.state == Version.State.FAILED:
        failed = matches.failed_trial(newest)
        found.append(
            Notice(
                "bad",
                f"Version {newest.number} failed its trial",
                newest.reason or "It made a fault.",
                "Mend it, try it at home with the same referee, and upload a new version."
                + (" The version before plays on." if any(entry.version_id for entry in entries) else ""),
                failed.pk if failed else None,
                "The match, with the exact request and answer",
            )
        )
    if newest is not None and newest.state == Version.State.HELD:
        coming = "The version before plays on. Upload another one, or let this one play all the same, from its page."
        found.append(Notice("bad", f"Version {newest.number} did not take over", newest.reason, coming))
    found += [_benched(entry) for entry in entries if entry.state == Entry.State.BENCHED]
    if newest is not None and newest.state == Version.State.NEW:
        waits = any(entry.season.is_frozen and entry.season.state == Season.State.RUNNING for entry in entries)
        found.append(
            Notice(
                "bad" if newest.reason and not waits else "",
                f"Version {newest.number} is on no ladder yet",
                newest.reason or "Nothing is wrong with it: it has only not been entered.",
                "" if waits else "Enter it below; its trial then starts at once.",
            )
        )
    return found


def is_live(notices: Sequence[Notice]) -> bool:
    """Will any of this change by itself soon?"""
    return any(notice.looks == "wait" for notice in notices)


def _benched(entry: Entry) -> Notice:
    title = f"Benched on {entry.season.ladder.title}"
    if entry.bench != Entry.Bench.FAULTS:
        coming = "Staff will look at it; nothing is lost of its rating."
        return Notice("bad", title, entry.reason or "Its matches were spoiled several times in a row.", coming)
    coming = (
        "Open blocks are played to their end and rated; new ones go without it, and its rating stays. Look at the "
        "faults, mend them and upload a new version, or run a new trial with this one: once a trial has passed, it "
        "plays again."
    )
    reason = entry.reason or "It left the ladder while it was benched for its faults."
    failed = matches.last_trial(entry)
    if failed is None or failed.outcome != Block.Outcome.FAILED:
        return Notice("bad", title, reason, coming, faults=matches.last_faults([entry])[entry.pk])
    told = f"{reason} The last trial failed. {failed.reason}"
    match = failed.matches.order_by("id").first()
    return Notice(
        "bad", title, told, coming, match.pk if match else None, "The trial", matches.last_faults([entry])[entry.pk]
    )


def _before_it_takes_over(entry: Entry, gate: Comparison) -> Notice:
    new, old = gate.version_b.number, gate.version_a.number
    title = f"Version {new} plays version {old} first on {entry.season.ladder.title}"
    status = compared.status_of(gate)
    text = f"It passed its trial. {status.headline}"
    return Notice("wait", title, text, status.next, comparison_id=gate.pk, link="The comparison")


def _on_trial(entry: Entry) -> Notice:
    trial = matches.open_trial(entry)
    title = f"Version {entry.pending.number} is on trial on {entry.season.ladder.title}"
    passing = "It passes when it makes no fault; it need not win."
    if trial is None:
        return Notice("wait", title, "Its match is being set up.", passing)
    status = status_of(trial)
    return Notice("wait", title, status.headline, f"{status.next} {passing}".strip(), trial.pk)
