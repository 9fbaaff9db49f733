/* Draws what is still to be built: each kind of piece with cost, reward and stock, and the pile of mosaics. */

import { changeBadge, classes } from "../../marks.js";
import { html, svg } from "../../svg.js";
import { amounts } from "./cards.js";
import { paintOf } from "./garden.js";
import { icon } from "./glyphs.js";
import { CELL } from "./plan.js";

/** Draws the list of pieces. */
export function drawWorks({ view, previous, printed }) {
  return html(
    "section",
    { class: "cl-box cl-works", "aria-label": "To be built" },
    html(
      "table",
      null,
      html("caption", { class: "visually-hidden" }, "Pieces still to be built, with cost and reward"),
      html(
        "thead",
        null,
        html(
          "tr",
          null,
          html("th", { scope: "col" }, "To be built"),
          html("th", { scope: "col" }, "Cost"),
          html("th", { scope: "col", class: "cl-number" }, "Reward"),
          html("th", { scope: "col", class: "cl-number" }, "Left"),
        ),
      ),
      html(
        "tbody",
        null,
        printed.pieces.map((piece) => drawPiece(printed, piece, view, previous)),
      ),
    ),
  );
}

function drawPiece(printed, piece, view, previous) {
  const left = view.stock[piece.id];
  const before = previous?.stock[piece.id];
  const names = Object.fromEntries(printed.cards.map(({ id, title }) => [id, title]));
  const cost = amounts(printed, piece.cost);
  return html(
    "tr",
    {
      class: classes(
        before !== undefined && before !== left && "rv-fresh",
        !left && "cl-complete",
        view.pending?.piece === piece.id && "cl-underway",
      ),
    },
    html("th", { scope: "row" }, icon(piece.id), html("span", { class: "cl-title" }, piece.title)),
    html(
      "td",
      { class: "cl-cost", title: cost.map(([r, units]) => `${units} ${names[r]}`).join(", ") },
      cost.map(([r, units]) =>
        html("span", { class: "cl-price" }, units, icon(r), html("span", { class: "visually-hidden" }, `${names[r]} `)),
      ),
    ),
    html("td", { class: "cl-number", title: `${piece.reward_words} talents` }, piece.reward),
    html(
      "td",
      { class: "cl-number" },
      left
        ? [left, html("span", { class: "cl-soft" }, `/${piece.stock}`)]
        : html("span", { class: "cl-done" }, "✓ all"),
      changeBadge(left, before),
    ),
  );
}

/** Draws the twelve mosaics: in the pile, the top one marked, laid in the garden, or out of the game. */
export function drawTiles(frame) {
  const { view, previous, printed } = frame;
  const { top, left } = view.mosaics;
  const changed = previous && JSON.stringify(previous.mosaics) !== JSON.stringify(view.mosaics);
  return html(
    "section",
    { class: classes("cl-box cl-pool", changed && "rv-fresh"), "aria-label": "Mosaics" },
    html(
      "h3",
      { class: "cl-head" },
      "Mosaics",
      html(
        "span",
        { class: "cl-soft" },
        left.length ? `${left.length} in the pile, next ${top}` : "the pile is used up",
      ),
    ),
    html(
      "ul",
      null,
      Object.keys(printed.tiles).map((tile) => {
        const state = stateOf(view, tile);
        const moved = previous && stateOf(previous, tile).name !== state.name;
        return html(
          "li",
          { class: classes(`cl-tile cl-${state.name}`, moved && "cl-new"), title: `${tile}: ${state.words}` },
          tilePicture(printed, tile),
          html("span", { class: "visually-hidden" }, `${tile}: ${state.words}`),
        );
      }),
    ),
  );
}

function stateOf({ mosaics, pending }, tile) {
  if (mosaics.laid.some((one) => one[0] === tile)) return { name: "laid", words: "laid in the garden" };
  if (mosaics.removed.includes(tile)) return { name: "removed", words: "out of the game" };
  if (pending?.piece === "mosaic" && pending.spot === tile) return { name: "top", words: "being built" };
  if (mosaics.top === tile) return { name: "top", words: "on top of the pile" };
  return { name: "piled", words: "in the pile" };
}

/** Draws a mosaic's shape as a small picture; it says nothing to screen readers. */
export function tilePicture(printed, tile) {
  const squares = printed.tiles[tile];
  const rows = 1 + Math.max(...squares.map(([row]) => row));
  const columns = 1 + Math.max(...squares.map(([, column]) => column));
  // long shapes lie down, so that all pictures are about as high
  const turned = rows > columns;
  const [high, wide] = turned ? [columns, rows] : [rows, columns];
  const { colour, motif } = paintOf(printed, tile);
  return svg(
    "svg",
    { class: "cl-shape", viewBox: `-2 -2 ${wide * CELL + 4} ${high * CELL + 4}`, "aria-hidden": "true" },
    squares.map(([row, column]) => {
      const [y, x] = turned ? [column, rows - 1 - row] : [row, column];
      return svg(
        "g",
        { class: `cl-mosaic ${colour}`, transform: `translate(${x * CELL} ${y * CELL})` },
        svg("rect", { class: "cl-bed", width: CELL, height: CELL }),
        motif(CELL / 2),
      );
    }),
  );
}
