/* Draws what lies between the markets: draw pile, seals, characters, and what the gifts are worth at this moment. */

import { changeBadge, counted } from "../../marks.js";
import { html } from "../../svg.js";
import { icon } from "./glyphs.js";

/** Draws the middle of the table. */
export function drawTable(frame) {
  const { view, previous, printed } = frame;
  return html(
    "div",
    { class: "nf-table" },
    html(
      "ul",
      { class: "nf-strip", "aria-label": "Supply and characters" },
      counter("pile", "Pile", view.cards_left, previous?.cards_left),
      counter("seal", "Seals", view.seal_supply, previous?.seal_supply),
      printed.characters.map((character) => drawPile(character, view, previous)),
    ),
    drawWorth(frame),
    view.end_phase
      ? html(
          "p",
          { class: previous && !previous.end_phase ? "nf-end-phase rv-fresh" : "nf-end-phase" },
          icon("priest"),
          html("span", null, "Akhenaton has come: markets that close stay closed."),
        )
      : null,
  );
}

function counter(glyph, name, now, before) {
  const changed = before !== undefined && before !== now;
  return html(
    "li",
    { class: changed ? "nf-item rv-fresh" : "nf-item" },
    icon(glyph),
    html("span", { class: "nf-item-name" }, name),
    html("span", { class: "nf-item-value" }, now, changeBadge(now, before)),
  );
}

function drawPile({ id, levels }, view, previous) {
  const left = view.characters[id];
  const level = left ? levels[levels.length - left] : 0;
  const changed = previous && previous.characters[id] !== left;
  const words = left ? `${level ? `+${level}, ` : ""}${counted(left, "card")} left` : "none left";
  return html(
    "li",
    {
      class: ["nf-item", !left && "nf-none", changed && "rv-fresh"].filter(Boolean).join(" "),
      title: `${id}: ${words}`,
    },
    icon(id),
    html("span", { class: "nf-item-name" }, id),
    html(
      "span",
      { class: "nf-item-value", "aria-hidden": "true" },
      left ? (level ? `+${level}` : "") : "–",
      left ? html("span", { class: "nf-left" }, `×${left}`) : null,
    ),
    html("span", { class: "visually-hidden" }, words),
  );
}

/** Draws what one unit of each kind is worth with as many owners as there are now. */
function drawWorth({ view, previous, printed }) {
  const kinds = printed.kinds.filter(({ id }) => Object.values(printed.gifts).some((gift) => gift.kind === id));
  const worth = (table, { id, values }) => {
    const owners = ownersOf(table, printed, id);
    return { owners, value: owners ? values[owners - 1] : null };
  };
  return html(
    "table",
    { class: "nf-worth" },
    html("caption", null, "Worth of a gift now, and how many own one"),
    html(
      "thead",
      null,
      html(
        "tr",
        null,
        kinds.map(({ id }) =>
          html("th", { scope: "col", title: id }, icon(id), html("span", { class: "nf-kind" }, id)),
        ),
      ),
    ),
    html(
      "tbody",
      null,
      html(
        "tr",
        null,
        kinds.map((kind) => {
          const now = worth(view, kind);
          const changed = previous && worth(previous, kind).value !== now.value;
          return html(
            "td",
            {
              class: changed ? "rv-fresh" : null,
              title: kind.values.map((value, i) => `${counted(i + 1, "owner")}: ${value}`).join(", "),
            },
            now.value === null
              ? html("span", { class: "nf-unowned" }, kind.values[0])
              : html("strong", null, now.value),
            html("span", { class: "nf-owners" }, `${now.owners} own`),
          );
        }),
      ),
    ),
  );
}

function ownersOf(view, printed, kind) {
  const owns = (player) => Object.keys(player.gifts).some((gift) => printed.gifts[gift].kind === kind);
  return view.players.filter(owns).length;
}
