/* Draws Nefertiti from its view: the four markets, what lies between them, and the players. It knows no rule. */

import { html } from "../svg.js";
import { drawMarket } from "./nefertiti/market.js";
import { drawPlayers } from "./nefertiti/players.js";
import { drawTable } from "./nefertiti/table.js";

/** What a seat is asked, by the kind of the decision. */
export const asks = {
  hire: "whether to hire a character",
  place: "where to place a servant",
  take: "which gifts to take as the highest bidder",
  extra: "whether to take an extra gift",
  discard: "which gift to give up",
  other: "gift or coins",
};

/** Names the mark on the time line for an event that mattered. */
export function mark(event) {
  return { close: "minor", akhenaton: "major", final: "major" }[event.type] ?? null;
}

/** Draws one frame into an element, in place of what was there. */
export function draw(frame, root) {
  const { view, previous } = frame;
  const markets = view.markets.map((market, index) => drawMarket(frame, market, previous?.markets[index]));
  root.replaceChildren(
    html(
      "div",
      { class: "nf" },
      html(
        "div",
        { class: "nf-board", role: "group", "aria-label": "Board" },
        markets.slice(0, 2),
        drawTable(frame),
        markets.slice(2),
      ),
      drawPlayers(frame),
    ),
  );
}
