/* Draws the palace as a plan with its sides folded out: walls round the garden, door frames, and the plaza in front. */

import { classes, counted } from "../../marks.js";
import { svg, title } from "../../svg.js";
import { drawGarden } from "./garden.js";
import { FRONT, GARDEN, HEIGHT, WALL, WIDTH, corner } from "./plan.js";
import { drawPlaza } from "./plaza.js";

/** Draws the palace as a picture with words for screen readers. */
export function drawPalace(frame) {
  const { view, previous, printed } = frame;
  return svg(
    "svg",
    { class: "cl-palace", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": worded(frame) },
    svg("rect", { class: "cl-sand", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 10 }),
    drawGarden(frame),
    printed.walls.map((wall, slot) =>
      drawWall(wall, slot, {
        stands: view.walls[slot],
        isNew: previous && !previous.walls[slot] && view.walls[slot],
        isPending: view.pending?.piece === "column" && view.pending.spot === slot,
      }),
    ),
    ["L", "R"].map((side) =>
      drawDoor(side, {
        stands: view.doors[side],
        isNew: previous && !previous.doors[side] && view.doors[side],
        isPending: view.pending?.piece === "door" && view.pending.spot === side,
      }),
    ),
    drawPlaza(frame),
  );
}

// ---- walls: drawn upright, with the garden below, and turned to their side

const TURNS = {
  back: ({ x, y }) => `translate(${x} ${y - WALL.gap - WALL.depth})`,
  left: ({ x, y }) => `translate(${x - WALL.gap - WALL.depth} ${y + WALL.length}) rotate(-90)`,
  right: ({ x, y }) => `translate(${x + WALL.gap + WALL.depth} ${y}) rotate(90)`,
};

function drawWall({ side, squares }, slot, { stands, isNew, isPending }) {
  const row = Math.min(...squares.map((square) => square[0]));
  const column = Math.min(...squares.map((square) => square[1]));
  const at = corner(row, side === "right" ? column + 1 : column);
  return svg(
    "g",
    { class: pieceClass("cl-wall", stands, isNew, isPending), transform: TURNS[side](at) },
    title(`Column wall ${slot + 1} of 9, ${side}: ${stands ? "stands" : "not built"}`),
    stands ? colonnade() : emptyWall(),
    svg("rect", { class: "cl-ring", x: -1, y: -1, width: WALL.length + 2, height: WALL.depth + 2, rx: 3 }),
  );
}

function pieceClass(name, stands, isNew, isPending) {
  return classes(name, stands ? "cl-stands" : "cl-site", isNew && "cl-new", isPending && "cl-pending");
}

function emptyWall() {
  return [
    svg("rect", { class: "cl-plot", x: 3, y: 6, width: WALL.length - 6, height: WALL.depth - 8, rx: 3 }),
    [20, 60, 100].map((x) => svg("circle", { class: "cl-socket", cx: x, cy: 24, r: 7 })),
  ];
}

function colonnade() {
  return [
    svg("rect", { class: "cl-recess", x: 1, y: 11, width: 118, height: 25 }),
    svg("rect", { class: "cl-stone", x: 0, y: 7, width: 120, height: 5 }),
    svg("path", { class: "cl-stone", d: "M0 7C0 4-1 2-2 0H122C121 2 120 4 120 7Z" }),
    ["lapis", "gold", "carnelian"].map((colour, i) =>
      svg("path", { class: `cl-frieze cl-frieze-${colour}`, d: "M1 3.7H119", "stroke-dashoffset": -5 * i }),
    ),
    [20, 60, 100].map((x) =>
      svg(
        "g",
        { transform: `translate(${x} 0)` },
        svg("path", { class: "cl-shaft", d: "M-6.5 36-5 20H5L6.5 36Z" }),
        svg("path", { class: "cl-capital", d: "M-5 20C-5.5 16-8.5 14.5-11 12H11C8.5 14.5 5.5 16 5 20Z" }),
        svg("path", { class: "cl-petals", d: "M0 12V20M-5.5 12.5-2.5 20M5.5 12.5 2.5 20" }),
        svg("path", { class: "cl-band-lapis", d: "M-5.3 23.5H5.3" }),
        svg("path", { class: "cl-band-gold", d: "M-5.6 26.5H5.6" }),
      ),
    ),
    svg("rect", { class: "cl-stone", x: -1, y: 35, width: 122, height: 5, rx: 1 }),
  ];
}

// ---- door frames: two towers, each with its half of the gate; the right one is the left one's mirror image

function drawDoor(side, { stands, isNew, isPending }) {
  const place =
    side === "L" ? `translate(${GARDEN.x} ${FRONT.y})` : `translate(${GARDEN.x + GARDEN.side} ${FRONT.y}) scale(-1 1)`;
  return svg(
    "g",
    { class: pieceClass("cl-door", stands, isNew, isPending), transform: place },
    title(`${side === "L" ? "Left" : "Right"} door frame: ${stands ? "stands" : "not built"}`),
    stands ? tower() : svg("path", { class: "cl-plot", d: "M2 70 8 6H106L112 70Z" }),
    stands ? null : svg("path", { class: "cl-site-line", d: "M30 70V22H84V70" }),
    svg("path", { class: "cl-ring", d: "M-2 73 4-2H180V26H112L117 73Z" }),
  );
}

function tower() {
  return [
    svg("path", { class: "cl-stone", d: "M0 72 7 8H107L113 72Z" }),
    svg("path", { class: "cl-stone", d: "M100 13H180V23H101Z" }),
    svg("path", { class: "cl-stone", d: "M7 8C7 4 5 2 4 0H180V14H107V8Z" }),
    ["lapis", "gold", "carnelian"].map((colour, i) =>
      svg("path", { class: `cl-frieze cl-frieze-${colour}`, d: "M8 5H180", "stroke-dashoffset": -5 * i }),
    ),
    svg("path", { class: "cl-relief", d: "M15 18H93M11.5 58H97" }),
    svg("path", { class: "cl-jamb", d: "M98 18H107L112 72H101Z" }),
    svg("path", { class: "cl-wing", d: "M180 13.5C166 12 152 14 138 19 152 22 167 22.5 180 21Z" }),
    svg("path", { class: "cl-disc", d: "M180 12A6 6 0 0 0 180 24Z" }),
    svg("path", {
      class: "cl-relief",
      d: "M38 55V40L34 34 38 24H44L47 33 44 41V55M44 36 60 30M57 24V54M70 55V42L66 36 70 28C72 24 78 24 80 28L82 36 78 42V55M78 38 86 32",
    }),
  ];
}

// ---- words

function worded({ view, previous, printed, names }) {
  const walls = view.walls.filter(Boolean).length;
  const doors = Object.entries(view.doors)
    .filter(([, stands]) => stands)
    .map(([side]) => (side === "L" ? "left" : "right"));
  const laid = view.mosaics.laid.map((one) => one[0]);
  const stands = printed.pieces
    .filter(({ id }) => ["obelisk", "sphinx", "throne"].includes(id))
    .map(({ id, title: noun, stock }) =>
      counted(stock - view.stock[id], noun, id === "sphinx" ? "sphinxes" : undefined),
    );
  const sanctuaries = view.sanctuaries.map(({ owner, cells }) => `${names[owner]}: ${counted(cells.length, "square")}`);
  return [
    `Palace: ${walls} of ${view.walls.length} column walls`,
    doors.length ? `door frames: ${doors.join(" and ")}` : "no door frame",
    stands.join(", ").replace("thrones", "parts of the throne"),
    laid.length ? `mosaics in the garden: ${laid.join(", ")}` : "no mosaic in the garden",
    sanctuaries.length ? `sanctuaries of ${sanctuaries.join("; ")}` : "no sanctuary",
    `Cleopatra on step ${view.cleopatra} of ${printed.steps}${previous && previous.cleopatra !== view.cleopatra ? ", just moved" : ""}`,
  ].join("; ");
}
