/* Draws one province on the map: its owner, what stands there, its fields, and what is printed on it. */

import { classes, counted, token } from "../../marks.js";
import { label, svg, title } from "../../svg.js";
import { auctionWords, drawAuction } from "./auction.js";
import { glyph } from "./glyphs.js";
import { CELL, cornerOf } from "./plan.js";

const BARE = { farmers: 0, extra: 0, stones: 0, pyramids: 0, cards: 0 };

/** Finds what is printed on a province. */
export function provinceCard(printed, id) {
  return printed.provinces.find((card) => card.id === id);
}

/**
 * Gives a province as it is shown: what the view says, with what it leaves out.
 *
 * seen: it has been turned up before. offered: it is under the hammer.
 */
export function provinceOf(view, id) {
  const seen = view.provinces.find((one) => one.id === id);
  const offered = view.phase === "auction" && view.offered.includes(id);
  return { ...BARE, ...seen, id, seen: Boolean(seen), offered };
}

/** Draws a province; bids: those for it in this auction. */
export function drawProvince(frame, card, bids) {
  const { view, previous, names } = frame;
  const now = provinceOf(view, card.id);
  const changed = previous && JSON.stringify(now) !== JSON.stringify(provinceOf(previous, card.id));
  const owned = now.owner !== undefined;
  const { x, y } = cornerOf(card.id);
  return svg(
    "g",
    {
      class: classes(
        "am-province",
        card.nile ? "am-fertile" : "am-desert",
        owned && `am-owned seat-${now.owner}`,
        now.offered && "am-offered",
        (!now.seen || now.hidden) && "am-away",
        changed && "am-new",
        view.buying?.province === card.id && "am-buying",
      ),
      transform: `translate(${x} ${y})`,
      "data-province": card.id,
    },
    title(provinceWords(card, now, names)),
    svg("rect", { class: "am-ground", width: CELL.width, height: CELL.height, rx: 8 }),
    owned ? svg("path", { class: "am-band", d: `M8 0H${CELL.width - 8}a8 8 0 0 1 8 8V25H0V8a8 8 0 0 1 8-8Z` }) : null,
    label(8, 14, card.name, { class: "am-name", "text-anchor": "start" }),
    owned ? token(frame, now.owner, CELL.width - 12.5, 13, 8.5) : null,
    drawBuildings(now),
    drawFields(card, now),
    drawPrinted(card, now),
    now.offered ? drawAuction(frame, now, bids) : drawGoods(card),
    svg("rect", { class: "am-ring", x: -1, y: -1, width: CELL.width + 2, height: CELL.height + 2, rx: 9 }),
  );
}

/** Draws things in a row from the left, each as [glyph, text]; unit: the width of a thing without its text. */
function row(things, y, size, paint) {
  let x = 6;
  return things.map(([name, text]) => {
    const at = x;
    x += size + 5 + 9.5 * String(text).length;
    return svg(
      "g",
      { class: paint },
      glyph(name, at, y - size / 2, size),
      label(at + size + 2, y + 0.5, text, { "text-anchor": "start" }),
    );
  });
}

function drawBuildings({ pyramids, stones, cards }) {
  const things = [
    ["pyramid", pyramids],
    ["stone", stones],
    ["card", cards],
  ].filter(([, number]) => number);
  return row(things, 41, cards && pyramids && stones ? 19 : 23, "am-stands");
}

/** Draws the fields, with a farmer on each one that is taken, and farmers beside them. */
function drawFields(card, { farmers, extra }) {
  const places = card.fields + extra;
  const pitch = Math.min(19, (CELL.width - 12) / Math.max(places, 1));
  const size = Math.min(17, pitch);
  return Array.from({ length: places }, (_, i) => {
    const x = 6 + i * pitch;
    const isField = i < card.fields;
    const isTaken = i < farmers || !isField;
    return svg(
      "g",
      { class: classes(isField ? "am-field" : "am-beside", isTaken && "am-taken") },
      isField ? svg("rect", { x, y: 58, width: size, height: 21, rx: 3 }) : null,
      isTaken ? glyph("farmer", x + (size - 16) / 2, 60, 16) : null,
    );
  });
}

/** Draws the card limit and what the province brings, under the hammer also the gold that lies there. */
function drawPrinted({ cards, income, camel, temples, gold }, { offered, owner }) {
  const brings = [
    ["coin", income],
    ["coin", offered && owner === undefined && gold ? `+${gold}` : 0],
    ["camel", camel],
    ["temple", temples],
  ].filter(([, number]) => number);
  return svg(
    "g",
    { class: "am-printed" },
    glyph("limit", 5, 87, 22),
    label(16, 98.5, cards, { class: "am-limit" }),
    svg("g", { transform: "translate(26 0)" }, row(brings, 98, 19)),
  );
}

/** Draws the goods that will lie there when it is turned up again. */
function drawGoods({ stones, free_cards: cards, gold }) {
  const goods = [
    ["stone", stones],
    ["card", cards],
    ["coin", gold],
  ].filter(([, number]) => number);
  if (!goods.length) return null;
  return svg(
    "g",
    { class: "am-goods" },
    label(12, 126, "+", null),
    svg("g", { transform: "translate(14 0)" }, row(goods, 126, 17)),
  );
}

/** Says where a province lies. */
export function provincePlace({ region, bank, half, nile }) {
  return `${region}, ${bank}, ${half}, ${nile ? "on the Nile" : "away from the Nile"}`;
}

/** Says all that is drawn of a province in words. */
export function provinceWords(card, now, names) {
  const here = [
    now.owner === undefined ? null : `owned by ${names[now.owner]}`,
    `${counted(now.farmers, "farmer")} on ${counted(card.fields, "field")}`,
    now.extra ? `${counted(now.extra, "farmer")} beside them` : null,
    now.pyramids ? counted(now.pyramids, "pyramid") : null,
    now.stones ? counted(now.stones, "stone") : null,
    now.cards ? `${counted(now.cards, "power card")} for its winner` : null,
    now.offered ? auctionWords(now, names) : null,
    now.seen ? null : "not turned up",
    now.hidden ? "waits to be turned up again" : null,
  ];
  return `${card.name}: ${[provincePlace(card), ...here].filter(Boolean).join(", ")}`;
}
