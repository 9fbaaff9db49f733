/* Draws the High Priest's altar: its dice, what was rolled in this step, and what everybody offered. */

import { badge, classes, counted, seatMark } from "../../marks.js";
import { html, svg } from "../../svg.js";
import { glyph, icon } from "./glyphs.js";

/** Draws the altar. */
export function drawAltar(frame) {
  const { view, previous, printed, events, next } = frame;
  const rolled = events.find((event) => event.type === "rolled");
  const offering = events.find((event) => event.type === "offering");
  const bidding = next?.kind === "bid";
  const changed = previous && (previous.altar !== view.altar || rolled || offering);
  return html(
    "section",
    { class: classes("cl-box cl-altar", changed && "rv-fresh", bidding && "cl-hot"), "aria-label": "Altar" },
    html(
      "h3",
      { class: "cl-head" },
      "Altar",
      html("span", { class: "cl-soft" }, `${view.altar} of ${printed.dice} dice`),
      previous && !offering ? badge(view.altar - previous.altar) : null,
    ),
    html(
      "div",
      { class: "cl-dice", role: "img", "aria-label": diceWords(view, printed, rolled) },
      Array.from({ length: printed.dice }, (_, die) => drawDie(die < view.altar, die >= (previous?.altar ?? 0))),
    ),
    bidding ? html("p", { class: "cl-note" }, "Five ankhs: everybody makes a sealed offering.") : null,
    view.faces ? facesOf("Rolled, before a scribe turns any", view.faces) : null,
    rolled ? html("p", { class: "cl-note" }, rolledWords(rolled)) : null,
    offering ? drawOffering(frame, offering) : null,
  );
}

function diceWords(view, printed, rolled) {
  return `${counted(view.altar, "die", "dice")} with an ankh on the altar, ${printed.dice - view.altar} beside it${rolled ? `; ${rolledWords(rolled)}` : ""}`;
}

function rolledWords({ dice, ankhs, scribes, turned }) {
  const text = `Rolled ${counted(dice, "die", "dice")}: ${counted(ankhs, "ankh")}`;
  return scribes ? `${text}; ${counted(scribes, "scribe")} made it ${turned}.` : `${text}.`;
}

function drawDie(isAnkh, isNew) {
  return svg(
    "svg",
    { class: classes("cl-die", isAnkh && "cl-lies", isAnkh && isNew && "cl-new"), viewBox: "0 0 32 32" },
    svg("rect", { class: "cl-die-face", x: 2, y: 2, width: 28, height: 28, rx: 6 }),
    isAnkh ? glyph("ankh", 5, 4.5, 22) : null,
  );
}

function facesOf(words, faces) {
  return html(
    "div",
    { class: "cl-part" },
    html("span", { class: "cl-soft" }, words),
    html(
      "span",
      { class: "cl-dice", role: "img", "aria-label": faces.join(", ") },
      faces.map((face) => drawDie(face === "ankh", false)),
    ),
  );
}

/** Draws the bids once they are open, with what they did to everybody's amulets. */
function drawOffering(frame, { bids, ranks, amulets }) {
  const order = bids.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b] || a - b);
  return html(
    "table",
    { class: "cl-offering" },
    html("caption", { class: "visually-hidden" }, "The offering to the High Priest"),
    html(
      "thead",
      null,
      html(
        "tr",
        null,
        ["Offering", "Bid", "Rank", "Amulets"].map((head, i) =>
          html("th", { scope: "col", class: i ? "cl-number" : null }, head),
        ),
      ),
    ),
    html(
      "tbody",
      null,
      order.map((seat) =>
        html(
          "tr",
          null,
          html("th", { scope: "row" }, seatMark(frame, seat), html("span", { class: "cl-clip" }, frame.names[seat])),
          html("td", { class: "cl-number" }, bids[seat], icon("talent")),
          html("td", { class: "cl-number" }, ranks[seat]),
          html("td", { class: "cl-number" }, badge(amulets[seat]) ?? "0", icon("amulet")),
        ),
      ),
    ),
  );
}
