/* Draws the offerings: what everybody gave or stole last, the total, and the level that it set. */

import { classes, seatMark, signed } from "../../marks.js";
import { html } from "../../svg.js";
import { cardPicture, powerCard } from "./cards.js";
import { icon } from "./glyphs.js";

/** Draws the offering of this round or the last one, beside the table of levels. */
export function drawOffering(frame) {
  const { view, previous, printed, history } = frame;
  const fresh = frame.events.some((event) => event.type === "offering");
  const last = history.flatMap((moment) => moment.events).findLast((event) => event.type === "offering");
  return html(
    "section",
    { class: classes("am-box am-offerings", fresh && "rv-fresh"), "aria-label": "Temple of Amun-Re" },
    html(
      "h3",
      { class: "am-head" },
      "Temple of Amun-Re",
      html("span", { class: "am-soft" }, view.level === null ? "no offering yet" : `level ${view.level}`),
    ),
    html(
      "table",
      { class: "am-levels" },
      html("caption", { class: "visually-hidden" }, "What total sets which level, and where camels come"),
      html(
        "tbody",
        null,
        html(
          "tr",
          null,
          html("th", { scope: "row" }, "level"),
          printed.levels.map(({ level }) => cell(view, previous, level, level)),
        ),
        html(
          "tr",
          null,
          html("th", { scope: "row" }, "total"),
          printed.levels.map(({ level, least, most }) => cell(view, previous, level, range(least, most))),
        ),
        html(
          "tr",
          null,
          html("th", { scope: "row" }, "camels"),
          printed.levels.map(({ level, camels }) =>
            cell(view, previous, level, drawCamels(camels)),
          ),
        ),
      ),
    ),
    last ? drawGifts(frame, last) : null,
  );
}

function drawCamels(come) {
  return [
    come ? icon("camel") : html("span", { "aria-hidden": "true" }, "–"),
    html("span", { class: "visually-hidden" }, come ? "come" : "stay away"),
  ];
}

function range(least, most) {
  if (least === null) return `≤ ${most}`;
  return most === null ? `≥ ${least}` : `${least}–${most}`;
}

function cell(view, previous, level, ...children) {
  const isNew = previous && previous.level !== view.level;
  return html("td", { class: level === view.level ? classes("am-here", isNew && "am-moved") : null }, children);
}

/** Lists the offers, the highest first, thieves last. */
function drawGifts(frame, { offers, cards, total }) {
  const order = offers.map((_, seat) => seat).sort((a, b) => offers[b] - offers[a] || a - b);
  return html(
    "ul",
    { class: "am-gifts", "aria-label": `Last offering, ${total} in all` },
    order.map((seat) =>
      html(
        "li",
        { class: classes("am-gift", offers[seat] < 0 && "am-thief") },
        seatMark(frame, seat),
        html("span", { class: "visually-hidden" }, `${frame.names[seat]} `),
        offers[seat] < 0 ? `steals ${-offers[seat]}` : html("strong", null, offers[seat]),
        cards[seat].map((card) =>
          html(
            "span",
            { class: "am-thrown", title: powerCard(frame.printed, card).title },
            cardPicture(frame.printed, card),
            html("span", { class: "visually-hidden" }, ` with ${powerCard(frame.printed, card).title}`),
          ),
        ),
      ),
    ),
    html("li", { class: "am-gift am-soft" }, `in all ${total < 0 ? signed(total) : total}`),
  );
}
