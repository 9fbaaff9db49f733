/* Draws Amun-Re from its view: the map of the Nile, the players, the temple, and what the kingdoms scored.

   It knows no rule: what is printed comes with the frames, the rest is the view and what everybody was told. */

import { html } from "../svg.js";
import { drawKeys, drawPiles } from "./amun-re/key.js";
import { drawMap } from "./amun-re/map.js";
import { drawPlayers } from "./amun-re/players.js";
import { drawScorings } from "./amun-re/scoring.js";
import { drawOffering } from "./amun-re/temple.js";
import { drawTurn } from "./amun-re/turn.js";

/** What a seat is asked, by the kind of the decision. */
export const asks = {
  bid: "what to bid for a province",
  pay_sell: "which card to sell, to pay the bid",
  buy_cards: "how many power cards to buy",
  use_cards: "which cards to use or to sell",
  farmers: "how many farmers to buy",
  stones: "how many stones to buy",
  builder: "whether to play a Master Builder",
  offer: "what to offer, or to steal",
  goods: "which reward to pick",
  harvest: "which cards to play in the harvest",
  bonus: "which bonus card to play",
};

/** Names the mark on the time line for an event that mattered. */
export function mark(event) {
  return { round: "minor", offering: "minor", kingdom: "major", final: "major" }[event.type] ?? null;
}

/** Draws one frame into an element, in place of what was there. */
export function draw(frame, root) {
  const isOpen = (name) => root.querySelector(`.${name}`)?.open ?? false;
  root.replaceChildren(
    html(
      "div",
      { class: "am" },
      drawTurn(frame),
      html("div", { class: "am-board" }, drawMap(frame)),
      drawPlayers(frame),
      drawOffering(frame),
      drawPiles(frame),
      html("div", { class: "am-below" }, drawScorings(frame), drawKeys(frame, isOpen)),
    ),
  );
}
