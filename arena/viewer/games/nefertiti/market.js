/* Draws one market: its usable hall with bid spaces and servants, the gifts on display, its reserve, and its state. */

import { counted, signed, token } from "../../marks.js";
import { label, svg, title } from "../../svg.js";
import { giftName, glyph } from "./glyphs.js";

const WIDTH = 340;
const HEIGHT = 180;
const HALL = { x: 12, y: 46, width: 170, height: 122 };
const SHELF = { x: 192, y: 46, width: 43, height: 57, gap: 5, row: 8 };
const ANIMALS = { G: "cat", K: "jackal", S: "ibis", L: "crocodile" };
const ICONS = { c: "coin", s: "single", x: "extra" };
const ICON_WORDS = { c: "coin", s: "single gift", x: "extra gift" };
const SLOTS = ["upper", "left", "middle", "right"];

/** Draws a market as a picture with its own name and words for screen readers. */
export function drawMarket(frame, market, before) {
  const hall = frame.printed.halls[market.hall];
  const bid = frame.view.bid?.market === market.id ? frame.view.bid : null;
  const changed = before && JSON.stringify(before) !== JSON.stringify(market);
  const state = stateOf(frame, market, bid);
  const paint = ["nf-market", `nf-${state.name}`, changed && "nf-market-changed"].filter(Boolean).join(" ");
  return svg(
    "svg",
    {
      class: paint,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": worded(frame, market, hall, state),
      "data-market": market.id,
    },
    svg("rect", { class: "nf-ground", x: 1.5, y: 1.5, width: WIDTH - 3, height: HEIGHT - 3, rx: 9 }),
    head(frame, market, hall, state),
    drawHall(frame, market, hall, before, bid, state),
    market.slots.map((gift, slot) => drawGift(frame, market, gift, slot, before)),
    drawReserve(market, before),
    drawSum(market, hall, before),
  );
}

function stateOf(frame, market, bid) {
  if (bid) return { name: "bidding", words: `bids are settled: ${bid.price}`, short: `settling bid ${bid.price}` };
  if (market.open) return { name: "open", words: "open", short: "open" };
  if (market.perm) return { name: "perm", words: "closed for good", short: "closed for good" };
  if (frame.view.prev_closed === market.id) return { name: "next", words: "closed, opens next", short: "opens next" };
  return { name: "closed", words: "closed", short: "closed" };
}

function head(frame, market, hall, state) {
  const name = frame.printed.markets.find((one) => one.id === market.id).title;
  const width = 14 + 5.4 * state.short.length;
  const also = alsoWords(hall.closes);
  return [
    glyph(ANIMALS[market.id], 10, 5, 31),
    svg("text", { class: "nf-title", x: 48, y: 27 }, name),
    also ? svg("text", { class: "nf-also", x: WIDTH - 17 - width, y: 24.5, "text-anchor": "end" }, `or ${also}`) : null,
    svg("rect", { class: "nf-state", x: WIDTH - 11 - width, y: 11, width, height: 19, rx: 9.5 }),
    label(WIDTH - 11 - width / 2, 20.5, state.short, { class: "nf-state-text" }),
    ["lapis", "gold", "malachite", "carnelian"].map((colour, i) =>
      svg("path", { class: `nf-frieze nf-frieze-${colour}`, d: `M12 39.5H${WIDTH - 12}`, "stroke-dashoffset": -9 * i }),
    ),
  ];
}

function drawHall(frame, market, hall, before, bid, state) {
  const rows = 1 + Math.max(...hall.spaces.map((space) => space.row));
  const gap = 4;
  const height = (HALL.height - gap * (rows - 1)) / rows;
  const cells = hall.spaces.map((space) => {
    const columns = hall.spaces.filter((one) => one.row === space.row).length;
    const width = (HALL.width - gap * (columns - 1)) / columns;
    const x = HALL.x + space.column * (width + gap);
    const y = HALL.y + space.row * (height + gap);
    return drawSpace(frame, market, space, before, bid, { x, y, width, height });
  });
  return svg("g", { class: `nf-hall nf-hall-${state.name}` }, cells);
}

function drawSpace(frame, market, space, before, bid, { x, y, width, height }) {
  const seat = market.servants[space.name];
  const gone = before && before.hall === market.hall && seat === undefined ? before.servants[space.name] : undefined;
  const isNew = seat !== undefined && before && before.servants[space.name] === undefined;
  const paint = [
    "nf-space",
    seat !== undefined && "nf-taken",
    isNew && "nf-new",
    bid?.space === space.name && "nf-bid",
  ];
  const wide = width >= height;
  const flat = height < 32; // price, icon and servant side by side; else the icon lies below the price, or at the foot
  const price = { x: wide ? x + 12 : x + width / 2, y: flat ? y + height / 2 : y + (wide ? 13 : 12) };
  let at = { x: x + width / 2, y: y + 33, radius: 10.5 };
  let sign = { x: x + width / 2 - 6.5, y: y + height - 15, size: 13 };
  if (flat) {
    at = { x: x + width - 13, y: y + height / 2, radius: 10.5 };
    sign = { x: x + (space.price > 9 ? 24 : 18), y: y + height / 2 - 5.5, size: 11 };
  } else if (wide) {
    at = { x: x + width - 16, y: y + height / 2, radius: 11.5 };
    sign = { x: x + 5, y: y + height - 17, size: 13 };
  }
  return svg(
    "g",
    { class: paint.filter(Boolean).join(" ") },
    title(
      [`${space.name}: price ${space.price}`, ICON_WORDS[space.icon], frame.names[seat]].filter(Boolean).join(", "),
    ),
    svg("rect", { class: "nf-niche", x, y, width, height, rx: 4 }),
    label(price.x, price.y, space.price, { class: "nf-price" }),
    space.icon ? glyph(ICONS[space.icon], sign.x, sign.y, sign.size) : null,
    seat === undefined ? null : token(frame, seat, at.x, at.y, at.radius),
    gone === undefined ? null : token(frame, gone, at.x, at.y, at.radius, "nf-gone"),
  );
}

function cell(index) {
  const row = index < 3 ? 0 : 1;
  return {
    x: SHELF.x + (index % 3) * (SHELF.width + SHELF.gap),
    y: SHELF.y + row * (SHELF.height + SHELF.row),
  };
}

function drawGift(frame, market, gift, slot, before) {
  const { x, y } = cell(slot === 0 ? 0 : slot + 2);
  const sealed = slot === 0 && market.seal;
  const changed = before && (before.slots[slot] !== gift || (slot === 0 && before.seal !== market.seal));
  const paint = ["nf-gift", slot === 0 && "nf-upper", gift === null && "nf-empty", changed && "nf-new"];
  const printed = gift === null ? null : frame.printed.gifts[gift];
  const words = gift === null ? "empty" : `${giftName(gift)}${sealed ? ", sealed" : ""}`;
  return svg(
    "g",
    { class: paint.filter(Boolean).join(" ") },
    title(`${SLOTS[slot]} slot: ${words}`),
    svg("rect", { class: "nf-card", x, y, width: SHELF.width, height: SHELF.height, rx: 5 }),
    printed ? glyph(printed.kind, x + 4.5, y + (sealed ? 17 : 11.5), 34) : null,
    printed?.units > 1 ? label(x + 33, y + SHELF.height - 9, `×${printed.units}`, { class: "nf-units" }) : null,
    sealed ? glyph("seal", x + 24, y - 3, 21) : null,
  );
}

function drawReserve(market, before) {
  const { x, y } = cell(1);
  const change = before && before.reserve !== market.reserve ? market.reserve - before.reserve : 0;
  return svg(
    "g",
    { class: change ? "nf-counter nf-new" : "nf-counter" },
    title(`reserve: ${market.reserve} Deben`),
    svg("rect", { class: "nf-well", x, y, width: SHELF.width, height: SHELF.height, rx: 5 }),
    glyph("coin", x + (change ? 3 : 11.5), y + 6, change ? 17 : 20),
    label(x + SHELF.width / 2, y + 40, market.reserve, { class: "nf-amount" }),
    change
      ? label(x + SHELF.width - 4, y + 15, signed(change), {
          class: `nf-delta ${change > 0 ? "rv-more" : "rv-less"}`,
          "text-anchor": "end",
        })
      : null,
  );
}

/** Draws the sum of the bids beside what closes the hall. */
function drawSum(market, hall, before) {
  const { x, y } = cell(2);
  const sum = sumOf(market, hall);
  const changed = before && (before.hall !== market.hall || sumOf(before, hall) !== sum);
  const { sum: goal, ...more } = hall.closes;
  const part = Math.min(1, sum / goal);
  const also = alsoWords(more);
  return svg(
    "g",
    { class: changed ? "nf-counter nf-new" : "nf-counter" },
    title(`bids ${sum} of ${goal}${also ? `; or ${also}` : ""}`),
    svg("rect", { class: "nf-well", x, y, width: SHELF.width, height: SHELF.height, rx: 5 }),
    label(x + SHELF.width / 2, y + 14, sum, { class: "nf-amount" }),
    svg("rect", { class: "nf-gauge", x: x + 6, y: y + 27, width: SHELF.width - 12, height: 4, rx: 2 }),
    svg("rect", { class: "nf-gauge-full", x: x + 6, y: y + 27, width: (SHELF.width - 12) * part, height: 4, rx: 2 }),
    label(x + SHELF.width / 2, y + 41, `of ${goal}`, { class: "nf-goal" }),
  );
}

function sumOf(market, hall) {
  const prices = new Map(hall.spaces.map((space) => [space.name, space.price]));
  return Object.keys(market.servants).reduce((sum, name) => sum + (prices.get(name) ?? 0), 0);
}

/** Says what else closes the hall, or nothing. */
function alsoWords({ colors, count, connected, line }) {
  return [
    colors && `${colors} colours`,
    count && `${count} servants`,
    connected && `${connected} joined`,
    line && `${line} in a line`,
  ]
    .filter(Boolean)
    .join(", ");
}

function worded(frame, market, hall, state) {
  const name = frame.printed.markets.find((one) => one.id === market.id).title;
  const side = market.hall.endsWith("L") ? "left" : "right";
  const gifts = market.slots.map((gift, slot) =>
    gift === null ? null : `${giftName(gift)} ${SLOTS[slot]}${slot === 0 && market.seal ? ", sealed" : ""}`,
  );
  const servants = hall.spaces
    .filter((space) => market.servants[space.name] !== undefined)
    .map((space) => `${frame.names[market.servants[space.name]]} on ${space.price}`);
  return [
    `${name}, ${state.words}, ${side} hall`,
    `bids ${sumOf(market, hall)} of ${hall.closes.sum}`,
    servants.length ? `servants: ${servants.join(", ")}` : "no servants",
    `reserve ${counted(market.reserve, "Deben", "Deben")}`,
    `gifts: ${gifts.filter(Boolean).join(", ") || "none"}`,
  ].join("; ");
}
