"""Final standings: one fit over all rated blocks of a season, in which the order of the blocks does not count."""

from arena.ratings import fit
from nile_site.ladders.board import playing, standings
from nile_site.ladders.models import Entry, Season
from nile_site.matches.services.ledger import played_blocks


def write(*, season: Season) -> None:
    """Set the final rating, its error and the rank of each entry of a season that is about to close."""
    entries = list(playing(season))
    fitted = fit_season(season, entries)
    for entry in entries:
        found = fitted.get(entry.pk)
        if found is not None and entry.games:
            entry.final_mpt, entry.final_error_mpt = found.rating_mpt, found.error_mpt
    Entry.objects.bulk_update(entries, ["final_mpt", "final_error_mpt"])
    rows = standings(season)
    for row in rows:
        row.entry.final_rank = row.rank
    Entry.objects.bulk_update([row.entry for row in rows], ["final_rank"])


def fit_season(season: Season, entries: list[Entry]) -> dict[int, fit.Fitted]:
    """Fit all rated blocks of a season at once: {entry's id: rating with its error}; nothing without an anchor."""
    anchor = next((entry for entry in entries if entry.is_anchor), None)
    if anchor is None:
        return {}
    blocks = [fit.Played(played.entries, played.ranks) for played in played_blocks(season)]
    return fit.fit_blocks(blocks, anchor=anchor.pk)
