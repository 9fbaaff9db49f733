/* Draws the garden: grass, palms, mosaics, sanctuaries with their statues, and the throne on its foundation. */

import { classes, counted, token } from "../../marks.js";
import { label, svg, title } from "../../svg.js";
import { glyph } from "./glyphs.js";
import { CELL, GARDEN, corner, outline, squaresOf } from "./plan.js";

export const MOTIFS = [
  (c) => [svg("path", { class: "cl-tessera", d: `M${c} 4 ${2 * c - 4} ${c} ${c} ${2 * c - 4} 4 ${c}Z` }), dot(c, 4)],
  (c) => [svg("rect", { class: "cl-tessera", x: 6, y: 6, width: 2 * c - 12, height: 2 * c - 12 }), dot(c, 6)],
  (c) => [svg("path", { class: "cl-tessera", d: star(c) }), dot(c, 3)],
  (c) => [
    svg("path", { class: "cl-tessera", d: `M4 4H${c}L4 ${c}ZM${2 * c - 4} ${2 * c - 4}H${c}L${2 * c - 4} ${c}Z` }),
    svg("path", { class: "cl-tessera", d: `M${2 * c - 4} 4V${c}L${c} 4ZM4 ${2 * c - 4}V${c}L${c} ${2 * c - 4}Z` }),
    dot(c, 4.5),
  ],
];

function dot(c, r) {
  return svg("circle", { class: "cl-grain", cx: c, cy: c, r });
}

function star(c) {
  const far = c - 3;
  const near = 5;
  return `M${c} ${c - far}L${c + near} ${c - near} ${c + far} ${c} ${c + near} ${c + near} ${c} ${c + far} ${c - near} ${c + near} ${c - far} ${c} ${c - near} ${c - near}Z`;
}

/** Gives the paint of a mosaic: three colours times four motifs make twelve. */
export function paintOf(printed, tile) {
  const number = Object.keys(printed.tiles).indexOf(tile);
  return { colour: `cl-tile-${number % 3}`, motif: MOTIFS[Math.floor(number / 3)] };
}

/** Draws the garden with what lies and stands in it. */
export function drawGarden(frame) {
  const { view, previous, printed } = frame;
  const tiles = new Map();
  const palms = [];
  view.garden.forEach((line, row) => {
    [...line].forEach((sign, column) => {
      if (Object.hasOwn(printed.tiles, sign)) tiles.set(sign, [...(tiles.get(sign) ?? []), [row, column]]);
      else if (printed.garden[row][column] === "P") palms.push([row, column]);
    });
  });
  const old = new Set(previous ? previous.garden.join("") : view.garden.join(""));
  return svg(
    "g",
    null,
    svg("rect", {
      class: "cl-lawn",
      x: GARDEN.x - 2,
      y: GARDEN.y - 2,
      width: GARDEN.side + 4,
      height: GARDEN.side + 4,
      rx: 2,
    }),
    svg("path", { class: "cl-grid", d: grid() }),
    palms.map(([row, column]) => {
      const { x, y } = corner(row, column);
      return svg("g", { class: "cl-palm" }, title("palm"), glyph("palm", x + 6, y + 5, CELL - 12));
    }),
    drawThrone(frame),
    [...tiles].map(([tile, squares]) => drawMosaic(printed, tile, squares, !old.has(tile))),
    view.sanctuaries.map((sanctuary, index) =>
      drawSanctuary(frame, sanctuary, previous && index >= previous.sanctuaries.length),
    ),
    (view.pending?.sanctuaries ?? []).map((cells) =>
      svg(
        "g",
        { class: "cl-claimable" },
        title(`may be claimed: ${counted(cells.length, "square")}`),
        squaresOf(cells).map(([row, column]) => square(row, column, "cl-claim-square")),
        svg("path", { class: "cl-claim-line", d: outline(squaresOf(cells)) }),
        label(corner(...squaresOf(cells)[0]).x + CELL / 2, corner(...squaresOf(cells)[0]).y + CELL / 2, "?", {
          class: "cl-claim-sign",
        }),
      ),
    ),
  );
}

function grid() {
  const lines = Array.from({ length: 8 }, (_, i) => CELL * (i + 1));
  return lines
    .map((at) => `M${GARDEN.x} ${GARDEN.y + at}h${GARDEN.side}M${GARDEN.x + at} ${GARDEN.y}v${GARDEN.side}`)
    .join("");
}

function square(row, column, paint) {
  return svg("rect", { class: paint, ...corner(row, column), width: CELL, height: CELL });
}

function drawMosaic(printed, tile, squares, isNew) {
  const { colour, motif } = paintOf(printed, tile);
  const [row, column] = squares[0];
  const { x, y } = corner(row, column);
  return svg(
    "g",
    { class: classes("cl-mosaic", colour, isNew && "cl-new") },
    title(`mosaic ${tile}`),
    squares.map(([r, c]) => {
      const at = corner(r, c);
      return svg(
        "g",
        { transform: `translate(${at.x} ${at.y})` },
        svg("rect", { class: "cl-bed", width: CELL, height: CELL }),
        motif(CELL / 2),
      );
    }),
    svg("path", { class: "cl-joint", d: outline(squares) }),
    svg("circle", { class: "cl-name-ground", cx: x + CELL / 2, cy: y + CELL / 2, r: 10.5 }),
    label(x + CELL / 2, y + CELL / 2 + 0.8, tile, { class: "cl-tile-name" }),
  );
}

function drawSanctuary(frame, { owner, cells }, isNew) {
  const squares = squaresOf(cells);
  const { x, y } = corner(...squares[0]);
  return svg(
    "g",
    { class: classes("cl-sanctuary", `seat-${owner}`, isNew && "cl-new") },
    title(`sanctuary of ${frame.names[owner]}: ${counted(cells.length, "square")}`),
    squares.map(([row, column]) => square(row, column, "cl-holy")),
    svg("path", { class: "cl-holy-halo", d: outline(squares) }),
    svg("path", { class: "cl-holy-line", d: outline(squares) }),
    svg("circle", { class: "cl-holy-ground", cx: x + 20, cy: y + 20, r: 17.5 }),
    glyph("statue", x + 6, y + 3, 27),
    token(frame, owner, x + 30, y + 31, 8.5),
  );
}

/** Draws the foundation and on it, as far as they are built, the pedestal and the throne. */
function drawThrone({ view, previous, printed }) {
  const rows = printed.garden.flatMap((line, row) => (line.includes("#") ? [row] : []));
  const { x, y } = corner(rows[0], printed.garden[rows[0]].indexOf("#"));
  const { stock } = printed.pieces.find(({ id }) => id === "throne");
  const parts = stock - view.stock.throne;
  const isNew = previous && previous.stock.throne !== view.stock.throne;
  const isPending = view.pending?.piece === "throne";
  return svg(
    "g",
    { class: classes("cl-throne", isNew && "cl-new", isPending && "cl-pending"), transform: `translate(${x} ${y})` },
    title(`foundation of the throne: ${["empty", "the pedestal stands", "pedestal and throne stand"][parts]}`),
    svg("rect", { class: "cl-foundation", width: 120, height: 120 }),
    svg("rect", { class: "cl-step-line", x: 8, y: 8, width: 104, height: 104 }),
    parts ? null : svg("rect", { class: "cl-plot", x: 26, y: 26, width: 68, height: 68, rx: 3 }),
    parts ? pedestal() : svg("path", { class: "cl-site-line", d: "M44 80V42H76V80M38 80H82" }),
    parts > 1 ? seat() : null,
    svg("rect", { class: "cl-ring", x: 3, y: 3, width: 114, height: 114, rx: 3 }),
  );
}

function pedestal() {
  return [
    svg("path", { class: "cl-stone", d: "M14 98H106V110H14ZM24 86H96V98H24ZM34 74H86V86H34Z" }),
    svg("path", { class: "cl-runner", d: "M52 74H68L72 110H48Z" }),
    svg("path", { class: "cl-petals", d: "M50.7 86H69.3M49.3 98H70.7" }),
  ];
}

function seat() {
  return [
    svg("path", { class: "cl-gilt", d: "M40 74V54H80V74H74V64H46V74ZM42 54V22C42 14 50 10 60 10S78 14 78 22V54Z" }),
    svg("path", { class: "cl-cushion", d: "M47 48V25C47 19 52 16 60 16S73 19 73 25V48ZM44 48H76V56H44Z" }),
    svg("circle", { class: "cl-sun", cx: 60, cy: 27, r: 5.5 }),
    svg("path", {
      class: "cl-gilt-line",
      d: "M53 29C49 33 48 37 50 42M67 29C71 33 72 37 70 42M36 54H48M72 54H84M36 54C33 50 35 46 38 46M84 54C87 50 85 46 82 46",
    }),
  ];
}
