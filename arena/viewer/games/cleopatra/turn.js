/* Draws whose turn it is and what lies open on the table in the middle of it. */

import { classes, counted, seatMark } from "../../marks.js";
import { html } from "../../svg.js";
import { amounts, cardName, cardPicture, cardRow } from "./cards.js";
import { icon } from "./glyphs.js";
import { drawChoices } from "./market.js";
import { tilePicture } from "./works.js";

/** Draws the strip above the board. */
export function drawTurn(frame) {
  const { view, previous, names, result } = frame;
  if (result) return null;
  const changed = previous && JSON.stringify(previous.pending) !== JSON.stringify(view.pending) && view.pending;
  return html(
    "section",
    { class: classes("cl-turn", `seat-${view.active}`, changed && "cl-moved"), "aria-label": "This turn" },
    html(
      "p",
      { class: "cl-whose" },
      seatMark(frame, view.active),
      html("strong", { class: "cl-clip" }, names[view.active]),
      html("span", { class: "cl-soft" }, [`turn ${view.turn + 1}`, ...doneWords(view)].join(" · ")),
    ),
    view.pending ? drawPending(frame, view.pending) : null,
    drawChoices(frame),
  );
}

function doneWords({ marketed, built, plays }) {
  return [
    marketed && "at the market",
    built && counted(built, "piece") + " built",
    plays && counted(plays, "character") + " played",
  ].filter(Boolean);
}

function drawPending(frame, { character, seats, piece, spot, need, pool, sanctuaries, drawn }) {
  const { printed, names } = frame;
  return [
    character
      ? part(
          "plays",
          cardPicture(printed, character),
          html("strong", null, cardName(printed, character)),
          seats?.length
            ? html(
                "span",
                null,
                "to ",
                seats.map((seat) => seatMark(frame, seat)),
              )
            : null,
          seats?.length
            ? html("span", { class: "visually-hidden" }, seats.map((seat) => names[seat]).join(", "))
            : null,
        )
      : null,
    piece
      ? part(
          "builds",
          piece === "mosaic" ? tilePicture(printed, spot) : icon(piece),
          html("strong", null, pieceWords(printed, piece, spot)),
        )
      : null,
    need && Object.keys(need).length ? part("still to pay", units(printed, need)) : null,
    piece && !Object.keys(need ?? {}).length ? part("", html("span", null, "paid")) : null,
    pool?.length ? part("left over", units(printed, Object.fromEntries(pool.map((r) => [r, 1])))) : null,
    sanctuaries?.length
      ? part(
          "may claim",
          icon("statue"),
          html("strong", null, sanctuaries.map((cells) => counted(cells.length, "square")).join(", ")),
        )
      : null,
    drawn?.length ? part(character ? "lay face up" : "drawn for the market", cardRow(printed, drawn, { name: "Drawn" })) : null,
  ];
}

function part(words, ...children) {
  return html("div", { class: "cl-part" }, words ? html("span", { class: "cl-soft" }, words) : null, children);
}

function pieceWords(printed, piece, spot) {
  const { title } = printed.pieces.find(({ id }) => id === piece);
  if (piece === "mosaic") return `mosaic ${spot}`;
  if (piece === "column") return `${title} ${spot + 1}`;
  if (piece === "door") return `${spot === "L" ? "left" : "right"} ${title}`;
  return title;
}

function units(printed, counts) {
  return amounts(printed, counts).map(([r, number]) =>
    html(
      "span",
      { class: "cl-price", title: `${number} ${cardName(printed, r)}` },
      number,
      icon(r),
      html("span", { class: "visually-hidden" }, `${cardName(printed, r)} `),
    ),
  );
}
