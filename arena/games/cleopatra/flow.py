"""The phase table of Cleopatra: the rulebook's contents page. Open this file first.

A turn     main ─▶ market_after ───────────────────────────────────────────▶ hand_limit ─▶ refill ─▶ next
             │ or builds                                                          ▲
             ▼                                                                    │
            pay (─▶ place ─▶ claim) ─▶ build_more ─▶ … ─▶ after_building ─▶ altar (─▶ bid)

A character is played from main, market_after or build_more and returns there (State.back).
"""

from __future__ import annotations

from arena.flow import Phase
from arena.games.cleopatra.phases import building, characters, main, mosaics, offering, paying, turn_end
from arena.games.cleopatra.state import State

PHASES: tuple[Phase[State], ...] = (
    # CL-3: visit the market or build
    Phase("main", main.ask_main, main.main),
    Phase("market_after", main.ask_market_after, main.market_after),
    # CL-4: building
    Phase("build_more", building.ask_build_more, building.build_more),
    Phase("pay", paying.ask_pay, paying.pay),
    # CL-5: mosaics and sanctuaries
    Phase("place", mosaics.ask_place, mosaics.place),
    Phase("claim", mosaics.ask_claim, mosaics.claim),
    # CL-7: bonus, Cleopatra, dice, Offering
    Phase("after_building", offering.after_building),
    Phase("die_scribe", offering.ask_die_scribe, offering.die_scribe),
    Phase("altar", offering.altar),
    Phase("bid", offering.ask_bid, offering.offering),
    # CL-6: characters
    Phase("beggar_reply", characters.ask_beggar_reply, characters.beggar_reply),
    Phase("courtesan", characters.ask_courtesan, characters.courtesan),
    Phase("vizier", characters.ask_vizier, characters.vizier),
    Phase("envoy_targets", characters.ask_envoy_targets, characters.envoy_targets),
    Phase("envoy_reply", characters.ask_envoy_reply, characters.envoy_reply),
    # CL-8: the end of a turn
    Phase("hand_limit", turn_end.ask_hand_limit, turn_end.hand_limit),
    Phase("discard", turn_end.ask_discard, turn_end.discard),
    Phase("refill", turn_end.ask_refill, turn_end.refill),
    Phase("next", turn_end.next_turn),
)
