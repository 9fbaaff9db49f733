/* What the parts of Nefertiti's drawing share: seat marks, differences, and words. */

import { html, label, polygon, svg } from "../../svg.js";

const SHAPES = [
  (r) => svg("circle", { r }),
  (r) => svg("rect", { x: -0.9 * r, y: -0.9 * r, width: 1.8 * r, height: 1.8 * r, rx: 0.28 * r }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.22 * r, 4) }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.1 * r, 6) }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.08 * r, 8, 0.5) }),
];

/** Draws a seat's servant at (x, y): its colour, its shape and its letter, so that none of them is the only sign. */
export function servant(frame, seat, x, y, radius, paint = "") {
  return svg(
    "g",
    { class: `nf-servant seat-${seat} ${paint}`, transform: `translate(${x} ${y})` },
    SHAPES[seat % SHAPES.length](radius),
    label(0, 0.06 * radius, frame.letters[seat], { class: "nf-letter", "font-size": 1.2 * radius }),
  );
}

/** Gives a seat's mark as a small picture for use inside text; it says nothing to screen readers. */
export function seatMark(frame, seat) {
  return svg(
    "svg",
    { class: "nf-mark", viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    servant(frame, seat, 0, 0, 10),
  );
}

/** Writes a change as +2 or −3. */
export function signed(change) {
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** Gives the change of a number since the last frame as a small badge, or null where it did not change. */
export function changeBadge(now, before) {
  if (before === undefined || before === null || before === now) return null;
  const paint = now > before ? "nf-more" : "nf-less";
  return html("span", { class: `nf-change ${paint}` }, signed(now - before));
}

/** Gives the gift as a noun: "double senet" for senet2, "single senet" for senet1, else its kind. */
export function giftName(gift) {
  return { senet1: "single senet", senet2: "double senet" }[gift] ?? gift;
}

/** Counts with a noun: 1 servant, 2 servants. */
export function counted(number, noun, plural = `${noun}s`) {
  return `${number} ${number === 1 ? noun : plural}`;
}
