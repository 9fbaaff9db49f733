"""What changes blocks and matches. The life of a match, in the order in which things happen:

    authors.py   an author uploads, enters, pauses, withdraws: what pages and API call
    trials.py    a new version plays one match against house bots
    pairing.py   blocks are made just in time, for the entries that need them most
    blocks.py    a block opens with its secret deal, and closes
    claiming.py  a slot takes the next match, under a lease
    playing.py   the runner plays it, with no transaction open
    comparisons.py  whether one version is better than another, block by block
    gates.py     a new version takes over only if it is not worse, where its author asked for that
    recording.py its result is checked and written, once
    benching.py  a bot with fault after fault takes no more part
    voids.py     what we spoiled or lost is played again
    rating.py    closed blocks are rated in their order; ledger.py computes all of it anew
    corrections.py  staff take back what should not count, and undo it
    seasons.py   seasons open and close in time, and the next one takes over; finals.py makes the final standings
    pruning.py   what nobody needs any more goes
    workers.py   each slot says how it is

Locks are taken in this order: ladder, season, block, match, comparison, bot, entry.
"""

from nile_site.matches.services.authors import (
    close_account,
    enter,
    pause,
    resume,
    star,
    submit,
    use_version,
    withdraw,
)
from nile_site.matches.services.claiming import claim
from nile_site.matches.services.comparisons import call_off, compare
from nile_site.matches.services.pairing import pair
from nile_site.matches.services.playing import play_next, play_turn
from nile_site.matches.services.pruning import prune
from nile_site.matches.services.rating import rate
from nile_site.matches.services.recording import record
from nile_site.matches.services.seasons import turn
from nile_site.matches.services.voids import reap

__all__ = [
    "call_off",
    "claim",
    "close_account",
    "compare",
    "enter",
    "pair",
    "pause",
    "play_next",
    "play_turn",
    "prune",
    "rate",
    "reap",
    "record",
    "resume",
    "star",
    "submit",
    "turn",
    "use_version",
    "withdraw",
]
