/* Draws the players: gold, points, power cards as far as the view shows them, and provinces of this kingdom. */

import { changeBadge, classes, counted, seatMark } from "../../marks.js";
import { html } from "../../svg.js";
import { cardCount, cardCounts, cardPicture, powerCard } from "./cards.js";
import { icon } from "./glyphs.js";
import { provinceCard, provinceOf } from "./province.js";

/** Draws all players, in the order of their seats. */
export function drawPlayers(frame) {
  return html(
    "ul",
    { class: "am-players", "aria-label": "Players" },
    frame.view.players.map((player, seat) => drawPlayer(frame, player, seat)),
  );
}

function drawPlayer(frame, player, seat) {
  const { view, previous, result } = frame;
  const before = previous?.players[seat];
  const asked = Boolean(frame.next?.kind && frame.next.seats.includes(seat));
  const fault = frame.faulted.find((one) => one.seat === seat);
  return html(
    "li",
    {
      class: classes(
        `am-player seat-${seat}`,
        (asked || view.active === seat) && "am-asked",
        view.seat === seat && "am-viewed",
        result?.ranks[seat] === 1 && !fault && "am-winner",
      ),
    },
    html(
      "h3",
      { class: "am-player-name" },
      seatMark(frame, seat),
      html("span", { class: "am-clip am-name-text", title: frame.names[seat] }, frame.names[seat]),
      view.pharaoh === seat ? pharaoh(previous && previous.pharaoh !== seat) : null,
      asked ? html("span", { class: "am-tag am-tag-asked" }, "to decide") : null,
      !asked && view.active === seat ? html("span", { class: "am-tag" }, "turn") : null,
      result ? html("span", { class: "am-tag am-tag-rank" }, `rank ${result.ranks[seat]}`) : null,
    ),
    fault ? html("p", { class: "am-fault" }, `Fault: ${fault.verdict}; the referee plays`) : null,
    html(
      "dl",
      { class: "am-counts" },
      count("gold", "coin", player.gold, before?.gold),
      count("points", "points", player.points, before?.points),
      count("cards", "card", player.cards, before?.cards),
    ),
    drawProvinces(frame, player.provinces, before?.provinces),
    drawHand(frame, player, seat, before),
    drawUsed(frame, player),
  );
}

function pharaoh(isNew) {
  return html(
    "span",
    { class: classes("am-pharaoh", isNew && "rv-fresh"), title: "Pharaoh" },
    icon("pharaoh"),
    html("span", { class: "visually-hidden" }, "Pharaoh"),
  );
}

function count(words, glyph, now, before) {
  const changed = before !== undefined && before !== now;
  return html(
    "div",
    { class: classes("am-count", changed && "rv-fresh") },
    html("dt", null, icon(glyph), words),
    html("dd", null, now, changed ? changeBadge(now, before) : null),
  );
}

/** Lists the provinces of this kingdom in the order in which they were won, with what stands there. */
function drawProvinces({ view, printed }, own, before) {
  if (!own.length) return null;
  return html(
    "ul",
    { class: "am-own", "aria-label": "Provinces of this kingdom" },
    own.map((id) => {
      const { pyramids, stones, farmers, extra } = provinceOf(view, id);
      const things = [
        ["pyramid", pyramids],
        ["stone", stones],
        ["farmer", farmers + extra],
      ];
      return html(
        "li",
        { class: classes("am-estate", before && !before.includes(id) && "rv-fresh") },
        html("span", { class: "am-estate-name" }, provinceCard(printed, id).name),
        things.map(([name, number]) => (number ? thing(name, number) : html("span"))),
      );
    }),
  );
}

function thing(name, number) {
  return html(
    "span",
    { class: "am-thing", title: counted(number, name) },
    icon(name),
    number,
    html("span", { class: "visually-hidden" }, ` ${name} `),
  );
}

/** Draws the own hand by kind, or the backs of another's with what everybody knows of it. */
function drawHand({ view, previous, printed, names }, player, seat, before) {
  const name = `Power cards of ${names[seat]}`;
  if (view.seat === seat) return cardCounts(printed, view.hand, { before: previous?.hand ?? null, name });
  if (!player.cards && !before?.cards) return null;
  return html(
    "ul",
    { class: "am-counted", "aria-label": name },
    cardCount(printed, null, "cards in hand", player.cards, before?.cards ?? null),
    player.builder
      ? html(
          "li",
          { class: "am-known", title: "It still holds the Master Builder of its start; everybody knows." },
          html("span", { class: "am-soft" }, "with"),
          cardPicture(printed, "builder"),
          html("span", { class: "visually-hidden" }, "the Master Builder of its start"),
        )
      : null,
  );
}

/** Draws what a seat has played and sold in this round, and where it was overbid last. */
function drawUsed({ printed }, { played = [], sold = {}, lost }) {
  const parts = [
    played.length ? part("played", Object.fromEntries(played.map((card) => [card, 1])), printed) : null,
    Object.keys(sold).length ? part("sold", sold, printed) : null,
    lost ? html("span", { class: "am-soft" }, `overbid in ${provinceCard(printed, lost).name}`) : null,
  ].filter(Boolean);
  return parts.length ? html("p", { class: "am-used" }, parts) : null;
}

function part(words, counts, printed) {
  const names = Object.entries(counts).map(([card, number]) => {
    const { title } = powerCard(printed, card);
    return number > 1 ? `${number} × ${title}` : title;
  });
  return html("span", null, html("span", { class: "am-soft" }, `${words} `), names.join(", "));
}
