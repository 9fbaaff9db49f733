"""The terms of a season in plain words."""

from collections.abc import Mapping

from nile_site.ladders.models import Season


def terms_of(season: Season) -> list[str]:
    """Say what each bot may use, one sentence a limit, from the numbers that the season pins."""
    limits: Mapping[str, int] = season.limits
    said = [
        _say(limits, "Start-up, imports included: {startup_cpu_ms} of CPU, {startup_wall_ms} by the wall."),
        _say(limits, "Clock: a bank of {bank_ms} CPU, and {increment_ms} more with every decision."),
        _say(limits, "One decision: at most {decision_wall_ms} by the wall, plus twice what the bank holds."),
        _say(limits, "All decisions of a match: at most {match_wall_ms} by the wall."),
        _say(limits, "Memory: {memory_mib} for the whole process."),
        _say(limits, "Log: the first {stderr_kib} of stderr are kept, for the author's eyes."),
    ]
    return [
        *(sentence for sentence in said if sentence),
        "A bot that is not being asked is stopped; only its own CPU time counts.",
        "After a fault the seat plays the default to the end and ranks behind every seat without one.",
        "Two bots of one author never meet in a rated block.",
    ]


def _say(limits: Mapping[str, int], sentence: str) -> str:
    try:
        return sentence.format_map({name: _amount(name, value) for name, value in limits.items()})
    except KeyError:
        return ""


def _amount(name: str, value: int) -> str:
    if name.endswith("_ms"):
        return f"{value / 1000:g}\N{NO-BREAK SPACE}s" if value >= 1000 else f"{value}\N{NO-BREAK SPACE}ms"
    if name.endswith("_mib"):
        return f"{value} MiB"
    return f"{value} KiB" if name.endswith("_kib") else f"{value}"
