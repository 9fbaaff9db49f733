/* Draws what lies beside the map: deck and discards, and the keys to the power cards and the provinces. */

import { changeBadge, classes, counted } from "../../marks.js";
import { html } from "../../svg.js";
import { cardCounts, cardPicture } from "./cards.js";
import { icon } from "./glyphs.js";
import { provincePlace } from "./province.js";

/** Draws the deck and the discard pile. */
export function drawPiles({ view, previous, printed }) {
  const changed = previous && previous.deck !== view.deck;
  return html(
    "section",
    { class: "am-box am-piles", "aria-label": "Power cards" },
    html(
      "h3",
      { class: "am-head" },
      "Power cards",
      html(
        "span",
        { class: classes("am-soft", changed && "rv-fresh") },
        `${view.deck} in the deck`,
        changed ? changeBadge(view.deck, previous.deck) : null,
      ),
    ),
    Object.keys(view.discards).length
      ? cardCounts(printed, view.discards, { before: previous?.discards ?? null, name: "Discarded" })
      : html("p", { class: "am-note" }, "Nothing is discarded."),
  );
}

/** Draws the keys; each stays open from step to step. */
export function drawKeys({ printed }, isOpen) {
  return [
    details("am-key-cards", "The power cards", isOpen, cardKey(printed)),
    details("am-key-provinces", "The provinces", isOpen, provinceKey(printed)),
  ];
}

function details(name, words, isOpen, content) {
  return html("details", { class: `am-key ${name}`, open: isOpen(name) }, html("summary", null, words), content);
}

function cardKey(printed) {
  return html(
    "ul",
    { class: "am-key-list" },
    printed.cards.map((card) =>
      html(
        "li",
        null,
        cardPicture(printed, card.name),
        html(
          "span",
          null,
          html("strong", null, card.title),
          html("span", { class: "am-soft" }, ` ×${card.copies} · ${card.used} · ${card.effect}`),
        ),
      ),
    ),
  );
}

function provinceKey(printed) {
  return html(
    "ul",
    { class: "am-key-list" },
    printed.provinces.map((card) =>
      html(
        "li",
        { class: "am-key-province" },
        html("strong", null, card.name),
        html("span", { class: "am-soft" }, ` ${provincePlace(card)}`),
        html("span", { class: "am-key-things" }, things(card)),
      ),
    ),
  );
}

function things({ fields, cards, income, camel, temples, stones, free_cards: freeCards, gold }) {
  return [
    ["farmer", counted(fields, "field")],
    ["limit", `${counted(cards, "card")} to buy`],
    income ? ["coin", `${income} gold a harvest`] : null,
    camel ? ["camel", `${camel} gold when camels come`] : null,
    temples ? ["temple", counted(temples, "temple")] : null,
    stones ? ["stone", `${counted(stones, "stone")} each time`] : null,
    freeCards ? ["card", `${counted(freeCards, "card")} each time`] : null,
    gold ? ["coin", `${gold} gold each time`] : null,
  ]
    .filter(Boolean)
    .map(([name, words]) => html("span", { class: "am-key-thing" }, icon(name), words));
}
