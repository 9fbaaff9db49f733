"""The phase table of Amun-Re: the rulebook's contents page. Open this file first.

A round     reveal ─▶ bid ─▶ pay_sell
                              │
    in turn   buy_cards ─▶ use_cards ─▶ farmers ─▶ stones ─▶ builder
                              │
            offer ─▶ goods ─▶ harvest (─▶ bonus ─▶ close, after rounds 3 and 6)
"""

from __future__ import annotations

from arena.flow import Phase
from arena.games.amun_re.phases import auction, build, buy, harvest, offering, reveal, score, settle
from arena.games.amun_re.state import State

PHASES: tuple[Phase[State], ...] = (
    # AR-3: provinces come, are bid for, paid and taken
    Phase("reveal", reveal.step),
    Phase("bid", auction.step, auction.apply),
    Phase("pay_sell", settle.step, settle.apply),
    # AR-4: purchases, seat by seat
    Phase("buy_cards", buy.step, buy.apply),
    Phase("use_cards", buy.step_use, buy.apply_use),
    Phase("farmers", build.step_farmers, build.apply_farmers),
    Phase("stones", build.step_stones, build.apply_stones),
    Phase("builder", build.step_builder, build.apply_builder),
    # AR-5: the offering and what it brings
    Phase("offer", offering.step, offering.apply),
    Phase("goods", offering.step_goods, offering.apply_goods),
    # AR-6: the harvest
    Phase("harvest", harvest.step, harvest.apply),
    # AR-7: points, and what follows a kingdom
    Phase("bonus", score.step, score.apply),
    Phase("close", score.close),
)
