/* Draws the players: money, seals, servants, prestige and gifts by kind, and what changed in this step. */

import { changeBadge, seatMark, token } from "../../marks.js";
import { html, svg } from "../../svg.js";
import { giftName, icon } from "./glyphs.js";

/** Draws all players, in the order of their seats. */
export function drawPlayers(frame) {
  return html(
    "ul",
    { class: "nf-players", "aria-label": "Players" },
    frame.view.players.map((player, seat) => drawPlayer(frame, player, seat)),
  );
}

function drawPlayer(frame, player, seat) {
  const { view, previous, result } = frame;
  const before = previous?.players[seat];
  const asked = view.asked === seat;
  const fault = frame.faulted.find((one) => one.seat === seat);
  const paint = [
    `nf-player seat-${seat}`,
    asked && "nf-asked",
    view.seat === seat && "nf-viewed",
    result?.ranks[seat] === 1 && !fault && "nf-winner",
  ];
  return html(
    "li",
    { class: paint.filter(Boolean).join(" ") },
    html(
      "h3",
      { class: "nf-name" },
      seatMark(frame, seat),
      html("span", { class: "nf-name-text", title: frame.names[seat] }, frame.names[seat]),
      asked ? html("span", { class: "nf-tag nf-tag-asked" }, "to decide") : null,
      !asked && view.active === seat && !result ? html("span", { class: "nf-tag" }, "turn") : null,
      result ? html("span", { class: "nf-tag nf-tag-rank" }, `rank ${result.ranks[seat]}`) : null,
    ),
    fault ? html("p", { class: "nf-fault" }, `Fault: ${fault.verdict}; the referee plays`) : null,
    html(
      "dl",
      { class: "nf-counts" },
      count(
        result ? "Final score" : "Score if it ended now",
        ["score", result ? null : html("span", { class: "visually-hidden" }, " now")],
        "star",
        player.score,
        before?.score,
      ),
      count("Deben", "Deben", "coin", player.money, before?.money),
      count("Prestige so far", "prestige", "sun", player.prestige, before?.prestige),
      count("Royal seals", "seals", "seal", player.seals, before?.seals),
      html(
        "div",
        { class: "nf-count" },
        html("dt", null, drawSupply(frame, player, seat), html("span", null, "servants")),
        html("dd", null, player.servants),
      ),
    ),
    drawGifts(frame, player, before),
  );
}

function count(words, short, glyph, now, before) {
  return html(
    "div",
    { class: before !== undefined && before !== now ? "nf-count rv-fresh" : "nf-count", title: words },
    html("dt", null, icon(glyph), html("span", null, short)),
    html("dd", null, now, changeBadge(now, before)),
  );
}

function drawSupply(frame, player, seat) {
  const all = frame.printed.servants;
  return svg(
    "svg",
    { class: "nf-supply", viewBox: "-12 -12 48 48", "aria-hidden": "true" },
    Array.from({ length: all }, (_, i) =>
      token(frame, seat, 24 * (i % 2), 24 * Math.floor(i / 2), 9, i < player.servants ? "" : "nf-out"),
    ),
  );
}

function drawGifts(frame, player, before) {
  const { kinds, gifts } = frame.printed;
  const used = kinds.filter(({ id }) => Object.values(gifts).some((gift) => gift.kind === id));
  return html(
    "ul",
    { class: "nf-gifts", "aria-label": "Gifts" },
    used.map(({ id }) => {
      const now = unitsOf(player, gifts, id);
      const then = before ? unitsOf(before, gifts, id) : now;
      const cards = Object.entries(player.gifts)
        .filter(([gift]) => gifts[gift].kind === id)
        .map(([gift, cards]) => `${cards} ${giftName(gift)}`);
      const paint = ["nf-holding", !now && "nf-none", now !== then && "rv-fresh"].filter(Boolean).join(" ");
      return html(
        "li",
        { class: paint, title: cards.join(", ") || `no ${id}` },
        icon(id),
        html("span", { class: "visually-hidden" }, `${id} `),
        html("span", { class: "nf-held" }, now),
        changeBadge(now, then),
      );
    }),
  );
}

function unitsOf(player, gifts, kind) {
  return Object.entries(player.gifts).reduce(
    (sum, [gift, cards]) => sum + (gifts[gift].kind === kind ? cards * gifts[gift].units : 0),
    0,
  );
}
