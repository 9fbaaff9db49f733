/* Draws the course of the game: kingdom, round and its parts, whose turn it is, and what it is in the midst of. */

import { classes, counted, seatMark } from "../../marks.js";
import { html } from "../../svg.js";
import { icon } from "./glyphs.js";
import { provinceCard } from "./province.js";

const PARTS = {
  auction: "auction",
  purchases: "purchases",
  offering: "offering",
  goods: "rewards",
  harvest: "harvest",
  scoring: "scoring",
};

/** Draws the strip above the map; nothing when the game is over. */
export function drawTurn(frame) {
  const { view, printed, names } = frame;
  if (view.phase === "over") return null;
  const seat = view.active;
  return html(
    "section",
    { class: classes("am-turn", seat !== null && `seat-${seat}`), "aria-label": "This turn" },
    html(
      "p",
      { class: "am-when" },
      html("strong", null, view.round > printed.kingdom ? "New Kingdom" : "Old Kingdom"),
      html("span", { class: "am-soft" }, `round ${view.round} of ${printed.rounds}`),
    ),
    html(
      "ol",
      { class: "am-parts", "aria-label": "Parts of the round" },
      Object.entries(PARTS).map(([part, words]) =>
        part === "scoring" && view.round % printed.kingdom
          ? null
          : html("li", { class: "am-part", "aria-current": part === view.phase ? "step" : null }, words),
      ),
    ),
    seat === null
      ? html("p", { class: "am-whose" }, "Everybody offers or steals, sealed.")
      : html(
          "p",
          { class: "am-whose" },
          seatMark(frame, seat),
          html("strong", { class: "am-clip" }, names[seat]),
          html("span", { class: "am-soft" }, doing(frame)),
        ),
  );
}

function doing({ view, printed }) {
  if (view.buying) {
    const { what, province, placed } = view.buying;
    const bought = placed ? ` · ${placed} so far, for ${printed.prices[placed]} gold` : "";
    return [icon(what), ` ${what}s for ${provinceCard(printed, province).name}${bought}`];
  }
  if (view.goods) {
    const drawn = view.goods.cards ? ` · ${counted(view.goods.cards, "card")} asked for` : "";
    return `picks ${counted(view.goods.left, "good")}${drawn}`;
  }
  return null;
}
