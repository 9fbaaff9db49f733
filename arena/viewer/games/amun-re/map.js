/* Draws the map: Egypt between desert and Red Sea, the Nile with its delta, the temple, and fifteen provinces. */

import { label, svg } from "../../svg.js";
import { bidsOf } from "./auction.js";
import { glyph } from "./glyphs.js";
import { BORDER, CELL, DELTA, HEIGHT, NILE, WIDTH, cornerOfTemple } from "./plan.js";
import { drawProvince, provinceOf, provinceWords } from "./province.js";

const COAST = `C480 32 440 22 390 29S310 36 ${NILE} 32 180 24 120 30 40 26 1 28`;

/** Draws the map as a picture with words for screen readers. */
export function drawMap(frame) {
  const { view, printed, history, names } = frame;
  const bids = bidsOf(history);
  const shown = printed.provinces.filter(({ id }) => provinceOf(view, id).seen);
  const words = shown.map((card) => provinceWords(card, provinceOf(view, card.id), names));
  return svg(
    "svg",
    {
      class: "am-map",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": ["Map of the Nile", ...words].join("; "),
    },
    drawLand(),
    printed.provinces.map((card) =>
      drawProvince(
        frame,
        card,
        bids.filter((bid) => bid.province === card.id),
      ),
    ),
    drawTemple(frame),
  );
}

function drawLand() {
  const course = `M${NILE} ${HEIGHT - 1}c-9-50 8-90 0-150s-9-70 0-130 9-100 0-${HEIGHT - 281 - DELTA}`;
  return svg(
    "g",
    { class: "am-land" },
    svg("rect", { class: "am-sand", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 12 }),
    svg("path", { class: "am-delta", d: `M${NILE - 5} ${DELTA}L${NILE - 22} 28h44L${NILE + 5} ${DELTA}Z` }),
    svg("path", {
      class: "am-sea",
      d: `M1 13A12 12 0 0 1 13 1H${WIDTH - 13}A12 12 0 0 1 ${WIDTH - 1} 13V24${COAST}Z`,
    }),
    svg("path", {
      class: "am-sea",
      d: `M${WIDTH - 1} 340C540 355 548 390 541 430S549 490 543 530 552 600 ${WIDTH - 1} 620Z`,
    }),
    svg("path", { class: "am-valley", d: course }),
    svg("path", { class: "am-river", d: course }),
    [-12, 0, 12].map((side) =>
      svg("path", { class: "am-arm", d: `M${NILE} ${DELTA + 3}C${NILE} 130 ${NILE + side} 110 ${NILE + side} 26` }),
    ),
    svg("path", { class: "am-border", d: `M8 ${BORDER}H${WIDTH - 8}` }),
    regionAlong(9.5, 108, "Delta"),
    regionAlong(9.5, 420, "Oases"),
    regionAlong(551, 480, "Red Sea"),
    label(18, BORDER - 8.5, "Lower Egypt", { class: "am-region", "text-anchor": "start" }),
    label(18, BORDER + 9.5, "Upper Egypt", { class: "am-region", "text-anchor": "start" }),
  );
}

function regionAlong(x, y, name) {
  return label(0, 0, name, { class: "am-region", transform: `translate(${x} ${y}) rotate(-90)` });
}

/** Draws the temple of Amun-Re with its level, which the last offering has set. */
function drawTemple({ view, previous, printed }) {
  const { x, y } = cornerOfTemple();
  const isNew = previous && previous.level !== view.level;
  return svg(
    "g",
    { class: isNew ? "am-temple am-new" : "am-temple", transform: `translate(${x} ${y})` },
    glyph("temple", 27, 2, 64),
    printed.levels.map(({ level }) => {
      const wide = 52 + 16 * (printed.levels.length - level);
      const top = 68 + 15 * (printed.levels.length - level);
      return svg("rect", {
        class: level === view.level ? "am-level am-here" : "am-level",
        x: (CELL.width - wide) / 2,
        y: top,
        width: wide,
        height: 15,
      });
    }),
    printed.levels.map(({ level }) =>
      label(CELL.width / 2, 76 + 15 * (printed.levels.length - level), level, {
        class: level === view.level ? "am-level-name am-here" : "am-level-name",
      }),
    ),
  );
}
