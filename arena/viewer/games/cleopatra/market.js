/* Draws the market with its three stalls, and beside it the deck and the discard pile. */

import { badge, changeBadge, classes, counted } from "../../marks.js";
import { html, svg } from "../../svg.js";
import { cardCounts, cardName, cardPicture, cardRow } from "./cards.js";

/** Draws market, deck and discard pile. */
export function drawMarket(frame) {
  return html(
    "section",
    { class: "cl-box cl-market", "aria-label": "Market" },
    html("h3", { class: "cl-head" }, "Market"),
    html(
      "div",
      { class: "cl-stalls" },
      frame.view.market.map((cards, stall) => drawStall(frame, cards, stall)),
      html("div", { class: "cl-piles" }, drawDeck(frame), drawDiscard(frame)),
    ),
  );
}

function drawStall(frame, cards, stall) {
  const before = frame.previous?.market[stall] ?? cards;
  const kept = cards.length >= before.length ? before.length : 0;
  const change = cards.length - before.length;
  const name = `Stall ${stall + 1}: ${counted(cards.length, "card")}`;
  return html(
    "div",
    { class: classes("cl-stall", change && "rv-fresh") },
    awning(stall),
    html(
      "p",
      { class: "cl-stall-name" },
      html("span", { class: "visually-hidden" }, "Stall "),
      stall + 1,
      html("span", { class: "cl-stall-count" }, counted(cards.length, "card")),
      badge(change),
    ),
    cards.length
      ? cardRow(frame.printed, cards, { isNew: (index) => index >= kept && change > 0, name })
      : html("p", { class: "cl-bare" }, "empty"),
  );
}

function awning(stall) {
  const stripes = Array.from({ length: 8 }, (_, i) =>
    svg("path", { class: i % 2 ? "cl-canvas" : `cl-cloth-${stall}`, d: `M${15 * i} 0h15v10a7.5 7 0 0 1-15 0Z` }),
  );
  return svg(
    "svg",
    { class: "cl-awning", viewBox: "0 0 120 18", preserveAspectRatio: "none", "aria-hidden": "true" },
    stripes,
    svg("path", { class: "cl-pole", d: "M0 1.2H120" }),
  );
}

function pile(name, words, now, before, picture, more) {
  return html(
    "div",
    { class: classes("cl-pile", before !== undefined && before !== now && "rv-fresh"), title: words },
    picture,
    html(
      "p",
      null,
      html("span", { class: "cl-soft" }, name),
      html("strong", null, now),
      changeBadge(now, before),
      html("span", { class: "visually-hidden" }, `, ${words}`),
    ),
    more,
  );
}

function drawDeck({ view, previous, printed }) {
  const { size, top } = view.deck;
  const words = top === null ? "no card is left" : `on top ${cardName(printed, top)}`;
  return pile("Deck", words, size, previous?.deck.size, stack(printed, top, size), null);
}

function drawDiscard({ view, previous, printed }) {
  const { size, open } = view.discard;
  const known = printed.cards.filter(({ id }) => open[id]).map(({ id, title }) => `${open[id]} ${title}`);
  const words = known.length ? `among them ${known.join(", ")}` : "nothing in it is known";
  return pile(
    "Discard",
    words,
    size,
    previous?.discard.size,
    stack(printed, size ? "?" : null, size, "cl-thrown"),
    null,
  );
}

/** Draws a pile by its top card, with edges of the cards below. */
function stack(printed, top, size, paint) {
  const below = Math.min(3, Math.ceil(size / 20));
  const card = top === null ? null : cardPicture(printed, top);
  return html(
    "span",
    { class: classes("cl-stack", `cl-deep-${below}`, paint), "aria-hidden": "true" },
    card ?? html("span", { class: "cl-gap" }),
  );
}

/** Draws the cards that a seat may choose from. */
export function drawChoices({ view, printed }) {
  if (!view.choices) return null;
  return html(
    "div",
    { class: "cl-part" },
    html("span", { class: "cl-soft" }, "may choose"),
    cardCounts(printed, view.choices, { name: "May choose" }),
  );
}
