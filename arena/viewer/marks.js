/* What the drawings of all games share: seat tokens, glyphs, badges for what changed, and words. viewer.css paints. */

import { html, label, placed, polygon, svg } from "./svg.js";

const SHAPES = [
  (r) => svg("circle", { r }),
  (r) => svg("rect", { x: -0.9 * r, y: -0.9 * r, width: 1.8 * r, height: 1.8 * r, rx: 0.28 * r }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.22 * r, 4) }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.1 * r, 6) }),
  (r) => svg("polygon", { points: polygon(0, 0, 1.08 * r, 8, 0.5) }),
];

/** Draws a seat's token at (x, y): its colour, its shape and its letter, so that none of them is the only sign. */
export function token(frame, seat, x, y, radius, paint = "") {
  return svg(
    "g",
    { class: `rv-token seat-${seat} ${paint}`.trimEnd(), transform: `translate(${x} ${y})` },
    SHAPES[seat % SHAPES.length](radius),
    label(0, 0.06 * radius, frame.letters[seat], { class: "rv-letter", "font-size": 1.2 * radius }),
  );
}

/** Gives a seat's token as a small picture for use inside text; it says nothing to screen readers. */
export function seatMark(frame, seat) {
  return svg(
    "svg",
    { class: "rv-seat-mark", viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    token(frame, seat, 0, 0, 10),
  );
}

/**
 * Takes drawings in squares of 32 units by name, each a list of [class, path], and gives `glyph` and `icon`.
 *
 * Classes: `m` main colour, `s` second colour, `k` keyline, `c` cut-out. A game's CSS gives `.glyph-<name>` its paint.
 */
export function glyphSet(paths) {
  /** Draws a glyph as a square of `size` at (x, y), for use inside an SVG. */
  function glyph(name, x, y, size) {
    const strokes = (paths[name] ?? []).map(([paint, d]) => svg("path", { class: `g-${paint}`, d }));
    const group = placed(x, y, size, 32, strokes);
    group.setAttribute("class", `glyph glyph-${name}`);
    return group;
  }

  /** Gives a glyph as a small picture of its own, for use inside text; it says nothing to screen readers. */
  function icon(name, extra = "") {
    return svg("svg", { class: `icon ${extra}`, viewBox: "0 0 32 32", "aria-hidden": "true" }, glyph(name, 0, 0, 32));
  }

  return { glyph, icon };
}

/** Writes a change as +2 or −3. */
export function signed(change) {
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** Gives a change as a small badge, or null for none. */
export function badge(change) {
  return change ? html("span", { class: `rv-change ${change > 0 ? "rv-more" : "rv-less"}` }, signed(change)) : null;
}

/** Gives the change of a number since the last frame as a small badge, or null where it did not change. */
export function changeBadge(now, before) {
  return before === undefined || before === null ? null : badge(now - before);
}

/** Counts with a noun: 1 servant, 2 servants. */
export function counted(number, noun, plural = `${noun}s`) {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Joins the class names that are truthy. */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}
