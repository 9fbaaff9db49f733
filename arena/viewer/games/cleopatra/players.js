/* Draws the players: talents, amulets and hands as far as the view shows them, merchants, statues and sanctuaries. */

import { badge, changeBadge, classes, counted, seatMark } from "../../marks.js";
import { html } from "../../svg.js";
import { FACE_DOWN, cardCount, cardCounts } from "./cards.js";
import { icon } from "./glyphs.js";

/** Draws all players, in the order of their seats. */
export function drawPlayers(frame) {
  return html(
    "ul",
    { class: "cl-players", "aria-label": "Players", vars: { "--seats": frame.view.players.length } },
    frame.view.players.map((player, seat) => drawPlayer(frame, player, seat)),
  );
}

function drawPlayer(frame, player, seat) {
  const { view, previous, result, printed } = frame;
  const before = previous?.players[seat];
  const asked = Boolean(frame.next?.kind && frame.next.seats.includes(seat));
  const fault = frame.faulted.find((one) => one.seat === seat);
  const account = view.accounts?.[seat];
  const squares = squaresOf(view, seat);
  const squaresBefore = previous ? squaresOf(previous, seat) : null;
  return html(
    "li",
    {
      class: classes(
        `cl-player seat-${seat}`,
        asked && "cl-asked",
        view.seat === seat && "cl-viewed",
        account?.eaten && "cl-eaten",
        result?.ranks[seat] === 1 && !fault && "cl-winner",
      ),
    },
    html(
      "h3",
      { class: "cl-name" },
      seatMark(frame, seat),
      html("span", { class: "cl-clip cl-name-text", title: frame.names[seat] }, frame.names[seat]),
      asked ? html("span", { class: "cl-tag cl-tag-asked" }, "to decide") : null,
      !asked && view.active === seat && !result ? html("span", { class: "cl-tag" }, "turn") : null,
      result ? rankTag(result.ranks[seat], result.scores[seat]) : null,
    ),
    fault ? html("p", { class: "cl-fault" }, `Fault: ${fault.verdict}; the referee plays`) : null,
    account?.eaten ? html("p", { class: "cl-fate" }, icon("crocodile"), "Given to the crocodile") : null,
    html(
      "dl",
      { class: "cl-counts" },
      secret(frame, seat, "talents", "talent", account?.talents),
      secret(frame, seat, "amulets", "pyramid", account?.pyramid),
      count("cards in hand", "cards", "hand", player.hand_size, before?.hand_size),
      count("merchants of the Nile left", "merchants", "merchant", player.merchants, before?.merchants),
      count("statues of Anubis left", "statues", "statue", player.statues, before?.statues),
      count("squares of own sanctuaries", "squares", "squares", squares, squaresBefore),
    ),
    account ? drawAccount(frame, account, seat) : null,
    account ? cardCounts(printed, account.hand, { name: "Hand at the end" }) : drawHand(frame, player, seat, before),
  );
}

function rankTag(rank, score) {
  return html(
    "span",
    { class: "cl-tag cl-tag-rank", title: `rank ${rank} with ${counted(score, "point")}` },
    `rank ${rank} · ${score}`,
  );
}

function squaresOf(view, seat) {
  return view.sanctuaries.reduce((sum, { owner, cells }) => sum + (owner === seat ? cells.length : 0), 0);
}

function count(words, short, glyph, now, before) {
  const changed = before !== undefined && before !== null && before !== now;
  return html(
    "div",
    { class: classes("cl-count", changed && "rv-fresh"), title: words },
    html("dt", null, icon(glyph), short),
    html("dd", null, now, changed ? changeBadge(now, before) : null),
  );
}

/**
 * Draws an amount that its owner alone knows until the end.
 *
 * The owner sees each change at once, everybody else by the events, which sum up some characters when they are done.
 */
function secret(frame, seat, field, glyph, atEnd) {
  const { view, previous, events } = frame;
  const isOwn = view.seat === seat;
  const now = atEnd ?? (isOwn ? view.me[field] : null);
  const change = !previous ? 0 : isOwn ? view.me[field] - previous.me[field] : CHANGES[field](events, seat);
  return html(
    "div",
    {
      class: classes("cl-count", change && "rv-fresh"),
      title: now === null ? `${field}: known to the owner alone` : field,
    },
    html("dt", null, icon(glyph), field),
    html(
      "dd",
      { class: now === null ? "cl-secret" : null },
      now ?? [html("span", { "aria-hidden": "true" }, "?"), html("span", { class: "visually-hidden" }, "hidden")],
      badge(change),
    ),
  );
}

const CHANGES = {
  talents: (events, seat) =>
    sum(events, (event) => {
      if (event.type === "offering") return -event.bids[seat];
      if (event.type === "final") return 0;
      if (event.type === "begged") return transfer(event, seat, event.talents ?? 0);
      return event.seat === seat ? (event.talents ?? 0) : 0;
    }),
  amulets: (events, seat) =>
    sum(events, (event) => {
      if (event.type === "offering") return event.amulets[seat];
      if (event.type === "final") return 0;
      if (event.type === "delivered") return transfer(event, seat, event.cards);
      return event.seat === seat ? (event.amulets ?? 0) : 0;
    }),
};

function transfer({ seat: giver, to_seat: receiver }, seat, amount) {
  return receiver === seat ? amount : giver === seat ? -amount : 0;
}

function sum(events, amount) {
  return events.reduce((total, event) => total + amount(event), 0);
}

/** Draws the own hand by kind, or the backs of another's with what everybody knows of it. */
function drawHand({ view, previous, printed, names }, player, seat, before) {
  if (view.seat === seat) {
    const dropped = Object.keys(view.me.dropped).length > 0;
    return [
      cardCounts(printed, view.me.hand, { before: previous?.me.hand, name: `Hand of ${names[seat]}` }),
      dropped
        ? html(
            "div",
            { class: "cl-part" },
            html("span", { class: "cl-soft" }, "laid face down"),
            cardCounts(printed, view.me.dropped, { before: previous?.me.dropped, name: "Laid face down" }),
          )
        : null,
    ];
  }
  const among = player.dropped ? ` or among ${counted(player.dropped, "card")} laid face down` : "";
  return html(
    "div",
    { class: "cl-hidden-hand" },
    cardCounts(printed, player.seen, {
      before: before?.seen,
      name: `Hand of ${names[seat]}`,
      extra: [
        cardCount(printed, FACE_DOWN, "card in hand", player.hand_size, before?.hand_size ?? null),
        Object.keys(player.seen).length
          ? html("li", { class: "cl-soft", title: `known to everybody, in the hand${among}` }, "known:")
          : null,
      ],
    }),
  );
}

/** Draws how the seat's amulets add up at the end. */
function drawAccount({ events }, account, seat) {
  const final = events.find((event) => event.type === "final");
  const terms = [
    html("span", { title: "amulets in the pyramid" }, icon("pyramid"), account.pyramid),
    final ? html("span", { title: "tainted cards in hand" }, `+ ${final.tainted[seat]} tainted`) : null,
    html("span", { title: "squares of own sanctuaries" }, "− ", icon("squares"), account.squares),
    html("strong", { title: "amulets left" }, "= ", icon("amulet"), account.amulets),
  ];
  return html("p", { class: "cl-account" }, terms);
}
