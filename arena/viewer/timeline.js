/* The slider over all plies, with marks for what mattered. Its end is the last event of the match. */

import { html } from "./svg.js";

/**
 * Makes the slider. marks: [{ply, name, text}]; `seek` gets a ply; `worded` gives the sentence for a ply.
 * Gives the element and `show`.
 */
export function timeline(match, marks, seek, worded) {
  const slider = html("input", {
    type: "range",
    class: "rv-slider",
    min: 0,
    max: match.last,
    step: 1,
    value: 0,
    "aria-label": "Ply",
    on: { input: (event) => seek(Number(event.target.value)) },
  });
  const place = (ply) => `${(100 * ply) / Math.max(1, match.last)}%`;
  const ticks = marks.map(({ ply, name, text }) =>
    html("span", { class: `rv-mark rv-mark-${name}`, title: text, vars: { "--at": place(ply) } }),
  );
  const count = html("output", { class: "rv-count" });
  const rail = html(
    "div",
    { class: "rv-rail" },
    slider,
    html("div", { class: "rv-marks", "aria-hidden": "true" }, ticks),
  );
  const element = html("div", { class: "rv-timeline" }, rail, count);

  function show(ply) {
    slider.value = String(ply);
    slider.style.setProperty("--at", place(ply));
    slider.setAttribute("aria-valuetext", `Ply ${ply} of ${match.last}. ${worded(ply)}`);
    count.textContent = `${ply} / ${match.last}`;
  }

  return { element, show };
}
