/* Draws power cards: their fronts, their backs, and how many there are of each kind. */

import { changeBadge, classes } from "../../marks.js";
import { html, svg } from "../../svg.js";
import { glyph } from "./glyphs.js";

const WIDTH = 36;
const HEIGHT = 46;

/** Finds what is printed on a power card. */
export function powerCard(printed, name) {
  return printed.cards.find((card) => card.name === name);
}

/** Draws a power card, or the back of one (null), as a small picture; it says nothing to screen readers. */
export function cardPicture(printed, name) {
  const card = name === null ? null : powerCard(printed, name);
  return svg(
    "svg",
    {
      class: classes("am-card", card ? `am-use-${card.used}` : "am-card-back"),
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "aria-hidden": "true",
    },
    svg("rect", { class: "am-paper", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 4 }),
    card
      ? [svg("rect", { class: "am-use", x: 1, y: 1, width: WIDTH - 2, height: 7, rx: 3 }), glyph(name, 4.5, 13, 27)]
      : svg("path", { class: "am-back-line", d: "M5 5H31V41H5ZM18 10 27 23 18 36 9 23ZM18 17 22.5 23 18 29 13.5 23Z" }),
  );
}

/** Draws cards by kind with their numbers, in the order of the card table; before: the numbers of the last frame. */
export function cardCounts(printed, counts, { before = null, name }) {
  const kinds = printed.cards.filter((card) => counts[card.name] || before?.[card.name]);
  return html(
    "ul",
    { class: "am-counted", "aria-label": name },
    kinds.map((card) =>
      cardCount(printed, card.name, card.title, counts[card.name] ?? 0, before && (before[card.name] ?? 0)),
    ),
  );
}

/** Draws a number of equal cards, or of backs (null); before: their number in the last frame, null if of no matter. */
export function cardCount(printed, name, words, now, before) {
  const changed = before !== null && before !== now;
  return html(
    "li",
    { class: classes("am-chip", changed && "rv-fresh", !now && "am-none"), title: `${now} × ${words}` },
    cardPicture(printed, name),
    html("span", { class: "visually-hidden" }, `${words}: `),
    html("span", { class: "am-chip-count" }, now),
    changed ? changeBadge(now, before) : null,
  );
}
