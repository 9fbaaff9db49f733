/* Draws what a province is bid for: the steps of its price, the bids so far, and the highest one. */

import { token } from "../../marks.js";
import { label, svg } from "../../svg.js";
import { glyph } from "./glyphs.js";
import { CELL } from "./plan.js";

const STEPS = 9;
const TRACK = { x: 56, y: 128, width: 54 };

/** Gives the bids of the auction that was opened last, in their order. */
export function bidsOf(history) {
  const events = history.flatMap((moment) => moment.events);
  const opened = events.findLastIndex((event) => event.type === "round");
  return events.slice(opened).filter((event) => event.type === "bid");
}

/** Draws the foot of a province that is under the hammer; bids: those for this province. */
export function drawAuction(frame, { price = null, bidder = null, blocked }, bids) {
  const { prices } = frame.printed;
  const steps = bids.map((bid) => prices.indexOf(bid.price));
  const last = Math.max(STEPS, ...steps.map((step) => step + 2));
  const place = (step) => TRACK.x + (step * TRACK.width) / (last - 1);
  return svg(
    "g",
    { class: "am-auction" },
    svg("path", { class: "am-foot", d: `M0 113H${CELL.width}V${CELL.height - 8}a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8Z` }),
    price === null
      ? label(8, TRACK.y, "no bid", { class: "am-no-bid", "text-anchor": "start" })
      : [
          token(frame, bidder, 14, TRACK.y - 0.5, 8.5),
          label(27, TRACK.y, price, { class: "am-price", "text-anchor": "start" }),
        ],
    Array.from({ length: last }, (_, step) =>
      svg("circle", { class: "am-step", cx: place(step), cy: TRACK.y, r: last > 14 ? 1.2 : 1.7 }),
    ),
    bids.map((bid, i) =>
      svg("circle", {
        class: `am-bid seat-${bid.seat}${i === bids.length - 1 ? " am-top" : ""}`,
        cx: place(steps[i]),
        cy: TRACK.y,
        r: i === bids.length - 1 ? 4.4 : 3,
      }),
    ),
    blocked ? glyph("blockade", Math.min(place(steps.at(-1)) + 4, 102), TRACK.y - 14, 15) : null,
  );
}

/** Says the same in words. */
export function auctionWords({ price = null, bidder = null, blocked }, names) {
  return price === null ? "no bid yet" : `${names[bidder]} bids ${price}${blocked ? ", with a blockade" : ""}`;
}
