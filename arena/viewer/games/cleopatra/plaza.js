/* Draws what lies before the palace: Cleopatra's way to its door, the sphinxes along it, and the obelisks. */

import { classes } from "../../marks.js";
import { label, svg, title } from "../../svg.js";
import { glyph } from "./glyphs.js";
import { FRONT, PLAZA, STEP } from "./plan.js";

/** Draws the plaza with the gate. */
export function drawPlaza(frame) {
  const { view, previous, printed } = frame;
  const builds = (id) => {
    const { stock } = printed.pieces.find((piece) => piece.id === id);
    const now = stock - view.stock[id];
    return Array.from({ length: stock }, (_, index) => ({
      index,
      stands: index < now,
      isNew: previous && index < now && index >= stock - previous.stock[id],
      isPending: view.pending?.piece === id && index === now,
    }));
  };
  return svg("g", null, drawWay(frame), builds("sphinx").map(drawSphinx), builds("obelisk").map(drawObelisk));
}

function paint(name, { stands, isNew, isPending }) {
  return classes(name, stands ? "cl-stands" : "cl-site", isNew && "cl-new", isPending && "cl-pending");
}

// ---- the way, from the first step in front to the door

function stepAt(step, last) {
  if (step === last) return { x: PLAZA.middle, y: FRONT.y + FRONT.height - 23 };
  return { x: PLAZA.middle, y: PLAZA.y + 4 + (last - 1 - step) * STEP.height + STEP.height / 2 };
}

function drawWay({ view, previous, printed }) {
  const last = printed.steps;
  const before = previous && previous.cleopatra !== view.cleopatra ? previous.cleopatra : null;
  return svg(
    "g",
    { class: "cl-way" },
    title(`Cleopatra on step ${view.cleopatra} of ${last}`),
    Array.from({ length: last + 1 }, (_, step) => {
      const { x, y } = stepAt(step, last);
      const height = step === last ? 46 : STEP.height;
      return svg(
        "g",
        { class: classes("cl-step", step < view.cleopatra && "cl-gone", step === last && "cl-last") },
        svg("rect", { class: "cl-flag", x: x - STEP.width / 2, y: y - height / 2, width: STEP.width, height, rx: 2 }),
        label(x, y + 1, step, { class: "cl-step-name" }),
      );
    }),
    before === null ? null : queen(stepAt(before, last), "cl-was"),
    queen(stepAt(view.cleopatra, last), before === null ? "" : "cl-new"),
  );
}

function queen({ x, y }, state) {
  return svg(
    "g",
    { class: classes("cl-queen", state), transform: `translate(${x} ${y})` },
    svg("circle", { class: "cl-queen-ground", r: 18.5 }),
    glyph("cleopatra", -14, -15, 28),
    svg("circle", { class: "cl-ring", r: 19 }),
  );
}

// ---- sphinxes, in pairs beside the way, looking at it

function drawSphinx(piece) {
  const { index, stands } = piece;
  const y = PLAZA.y + 6 + Math.floor(index / 2) * 47;
  const isLeft = index % 2 === 0;
  const place = isLeft ? `translate(${PLAZA.middle - 98} ${y})` : `translate(${PLAZA.middle + 98} ${y}) scale(-1 1)`;
  return svg(
    "g",
    { class: paint("cl-sphinx", piece), transform: place },
    title(`sphinx ${index + 1}: ${stands ? "stands" : "not built"}`),
    stands ? sphinx() : svg("path", { class: "cl-plot", d: SPHINX_OUTLINE }),
    svg("rect", { class: "cl-ring", x: -2, y: -2, width: 66, height: 46, rx: 4 }),
  );
}

const SPHINX_OUTLINE =
  "M2 41V36C1 26 7 20 17 19.5 25 19.5 30 17 32 12.5 33 5 37 1 43.5 1S54 5 53.5 11L56 18 53 19C52 23 50 25 46.5 25.5L49 31 58 32.5C60.5 33 61.5 34.5 61.5 36.5V41Z";

function sphinx() {
  return [
    svg("path", {
      class: "cl-beast",
      d: "M4 36C3 26 8 20.5 17 20 25 19.5 31 17.5 33.5 13L44 24C46 26.5 47.5 29 48 32L57 33C59.5 33.3 60 34.5 60 36Z",
    }),
    svg("path", {
      class: "cl-beast-line",
      d: "M8 36C7.5 29 11 26 16 26S23 29 23 36M44 30C41 31 38 33.5 37.5 36M4.5 33C1 31 1 26 4 24.5",
    }),
    svg("path", {
      class: "cl-nemes",
      d: "M33 24C30.5 10 35 1.5 43.5 1.5 50 1.5 53 5.5 52.5 10.5L44 12C43 16 44 21 45.5 27 41 28.5 36 27 33 24Z",
    }),
    svg("path", {
      class: "cl-face",
      d: "M43 10.5 52.8 9C53.3 11.5 53 13 52.8 14L55 18 52.8 18.8C52.6 22.5 50 24.8 45 23.8 43 19.5 42.5 14.5 43 10.5Z",
    }),
    svg("path", { class: "cl-beast-line", d: "M48 13.5H51M36 9 43.5 8M34.5 14 43 13M34.5 19 43.5 18.5" }),
    svg("path", { class: "cl-stone", d: "M0 36H62V41.5H0Z" }),
  ];
}

// ---- obelisks, one on either side

function drawObelisk(piece) {
  const { index, stands } = piece;
  const x = PLAZA.middle + (index === 0 ? -1 : 1) * 148;
  return svg(
    "g",
    { class: paint("cl-obelisk", piece), transform: `translate(${x} ${PLAZA.y + 8})` },
    title(`obelisk ${index + 1}: ${stands ? "stands" : "not built"}`),
    stands ? obelisk() : svg("path", { class: "cl-plot", d: "M0 2 9 15 14 119H22V134H-22V119H-14L-9 15Z" }),
    svg("rect", { class: "cl-ring", x: -26, y: -3, width: 52, height: 141, rx: 4 }),
  );
}

function obelisk() {
  return [
    svg("path", { class: "cl-granite", d: "M-9 15H9L14 120H-14Z" }),
    svg("path", { class: "cl-granite-shade", d: "M3 15H9L14 120H4Z" }),
    svg("path", { class: "cl-gilt", d: "M0 1 9 15H-9Z" }),
    svg("path", {
      class: "cl-signs",
      d: "M-4 26H1M-4 30H1M-1.5 38A3 3 0 1 0-1.4 38M-5 52 2 48M-5 52V56H2M-4 64V74M1 64V74M-4 69H1M-5 83C-3 79 0 79 2 83M-1.5 82V92M-5 100H2M-5 104 2 108",
    }),
    svg("path", { class: "cl-stone", d: "M-18 120H18V127H-18ZM-23 127H23V135H-23Z" }),
  ];
}
