/* Shows any game as plain values, field by field, until it has a drawing of its own. */

import { html } from "../svg.js";

/** Draws the view as a table; fields that changed in this step are marked. */
export function draw(frame, root) {
  const rows = Object.entries(frame.view).map(([name, value]) => {
    const text = worded(value);
    const changed = frame.previous && text !== worded(frame.previous[name]);
    return html(
      "tr",
      { class: changed ? "rv-changed" : null },
      html("th", { scope: "row" }, name.replaceAll("_", " ")),
      html("td", null, text),
    );
  });
  const caption = html("caption", { class: "visually-hidden" }, "The table, field by field");
  root.replaceChildren(html("table", { class: "rv-plain" }, caption, html("tbody", null, rows)));
}

function worded(value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.length ? value.map(worded).join(", ") : "none";
  if (typeof value === "object") {
    return (
      Object.entries(value)
        .map(([name, one]) => `${name} ${worded(one)}`)
        .join(", ") || "none"
    );
  }
  return String(value);
}
