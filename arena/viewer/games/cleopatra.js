/* Draws Cleopatra from its view: the palace, the market, what is left to build, the altar and the players.

   It knows no rule: what is printed comes with the frames, the rest is the view. */

import { html } from "../svg.js";
import { drawAltar } from "./cleopatra/altar.js";
import { cardKey } from "./cleopatra/cards.js";
import { drawMarket } from "./cleopatra/market.js";
import { drawPalace } from "./cleopatra/palace.js";
import { drawPlayers } from "./cleopatra/players.js";
import { drawTurn } from "./cleopatra/turn.js";
import { drawTiles, drawWorks } from "./cleopatra/works.js";

/** What a seat is asked, by the kind of the decision. */
export const asks = {
  main: "whether to visit the market or to build",
  market_after: "whether to play a character",
  build_more: "whether to go on building",
  pay: "what to pay with",
  place: "where to lay the mosaic",
  claim: "whether to claim a sanctuary",
  die_scribe: "whether a scribe turns a die",
  bid: "what to offer to the High Priest",
  beggar_reply: "what to give to the beggar",
  courtesan: "which card the courtesan takes",
  vizier: "which cards the vizier keeps",
  envoy_targets: "to whom the envoy goes",
  envoy_reply: "what to give to the envoy",
  hand_limit: "what to do about more than ten cards",
  discard: "which card to lay down",
  refill: "how to refill the stalls",
};

/** Names the mark on the time line for an event that mattered. */
export function mark(event) {
  return { advanced: "minor", claimed: "minor", offering: "major", final: "major" }[event.type] ?? null;
}

/** Draws one frame into an element, in place of what was there. */
export function draw(frame, root) {
  const keyIsOpen = root.querySelector(".cl-key")?.open ?? false;
  root.replaceChildren(
    html(
      "div",
      { class: "cl" },
      drawTurn(frame),
      html("div", { class: "cl-board" }, drawPalace(frame)),
      html("div", { class: "cl-side" }, drawMarket(frame), drawAltar(frame), drawTiles(frame), drawWorks(frame)),
      drawPlayers(frame),
      cardKey(frame.printed, keyIsOpen),
    ),
  );
}
