/* Draws cards: their fronts, their backs, lists of them, and the reader's key to them. */

import { changeBadge, classes, counted } from "../../marks.js";
import { html, label, svg } from "../../svg.js";
import { glyph } from "./glyphs.js";

export const FACE_DOWN = "?";
const WIDTH = 36;
const HEIGHT = 48;

/** Finds what is printed on a card. */
export function cardOf(printed, id) {
  return printed.cards.find((card) => card.id === id);
}

/** Lists amounts of resources as [resource, amount], in the order of the card table. */
export function amounts(printed, counts) {
  return printed.cards.filter(({ id }) => counts[id]).map(({ id }) => [id, counts[id]]);
}

/** Gives a card's name. */
export function cardName(printed, id) {
  return id === FACE_DOWN ? "a card face down" : cardOf(printed, id).title;
}

/** Draws a card, its front or its back, as a small picture; it says nothing to screen readers. */
export function cardPicture(printed, id) {
  const card = cardOf(printed, id);
  return svg(
    "svg",
    {
      class: classes(
        "cl-card",
        card ? `cl-card-${card.kind}` : "cl-card-back",
        card && card.kind !== "standard" && "cl-taint",
      ),
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "aria-hidden": "true",
    },
    svg("rect", { class: "cl-paper", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 4.5 }),
    card ? front(card) : back(),
  );
}

function front(card) {
  if (card.kind === "standard") return glyph(card.resource, 4, 9, 28);
  const inner = svg("rect", { class: "cl-border", x: 3.5, y: 3.5, width: WIDTH - 7, height: HEIGHT - 7, rx: 2.5 });
  const foot = { class: "cl-units", "font-size": 12 };
  if (card.kind === "double") {
    return [
      inner,
      glyph(card.resource, 5.5, 7, 25),
      label(11.5, HEIGHT - 9.5, `×${card.units}`, foot),
      glyph("amulet", 19.5, HEIGHT - 16.5, 12.5),
    ];
  }
  return [
    inner,
    glyph(card.id, 5, card.kind === "trompe" ? 6 : 10, 26),
    card.kind === "trompe" ? glyph("amulet", 12, HEIGHT - 16.5, 12.5) : null,
  ];
}

function back() {
  return [
    svg("rect", { class: "cl-back-line", x: 4, y: 4, width: WIDTH - 8, height: HEIGHT - 8, rx: 2.5 }),
    svg("path", { class: "cl-back-line", d: "M18 9 28 24 18 39 8 24ZM18 15.5 23.7 24 18 32.5 12.3 24Z" }),
    svg("circle", { class: "cl-back-dot", cx: 18, cy: 24, r: 2.6 }),
    svg("path", { class: "cl-back-line", d: "M4 9 9 4M27 4l5 5M4 39l5 5M27 44l5-5" }),
  ];
}

/**
 * Draws cards one by one, in their order.
 *
 * isNew(index): whether the card came in this step.
 */
export function cardRow(printed, ids, { isNew = () => false, name }) {
  return html(
    "ul",
    { class: "cl-cards", "aria-label": name },
    ids.map((id, index) => {
      const words = cardName(printed, id);
      return html(
        "li",
        { class: classes("cl-slip", isNew(index) && "cl-new"), title: words },
        cardPicture(printed, id),
        html("span", { class: "visually-hidden" }, words),
      );
    }),
  );
}

/** Draws cards by kind with their numbers, in the order of the card table; before: the numbers of the last frame. */
export function cardCounts(printed, counts, { before, name, extra }) {
  const kinds = printed.cards.filter(({ id }) => counts[id] || before?.[id]);
  return html(
    "ul",
    { class: "cl-counted", "aria-label": name },
    extra ?? null,
    kinds.map(({ id, title }) => cardCount(printed, id, title, counts[id] ?? 0, before ? (before[id] ?? 0) : null)),
  );
}

/** Draws a number of equal cards; before: their number in the last frame, null if it does not matter. */
export function cardCount(printed, id, words, now, before) {
  const changed = before !== null && before !== undefined && before !== now;
  return html(
    "li",
    { class: classes("cl-chip", changed && "rv-fresh", !now && "cl-none"), title: `${now} × ${words}` },
    cardPicture(printed, id),
    html("span", { class: "visually-hidden" }, `${words}: `),
    html("span", { class: "cl-chip-count" }, now),
    changed ? changeBadge(now, before) : null,
  );
}

/** Draws the key to the cards; it stays open from step to step. */
export function cardKey(printed, isOpen) {
  return html(
    "details",
    { class: "cl-key", open: isOpen },
    html("summary", null, "The cards"),
    html(
      "ul",
      null,
      printed.cards.map((card) =>
        html(
          "li",
          null,
          cardPicture(printed, card.id),
          html(
            "span",
            null,
            html("strong", { class: "cl-title" }, card.title),
            html("span", { class: "cl-soft" }, ` ${cardWords(card)}`),
          ),
        ),
      ),
    ),
  );
}

function cardWords(card) {
  const amulets = card.amulets ? counted(card.amulets, "amulet") : "";
  const does = { double: `pays for ${card.units}`, trompe: "pays for any one" }[card.kind] ?? card.effect;
  return [`×${card.copies}`, does, amulets].filter(Boolean).join(" · ");
}
