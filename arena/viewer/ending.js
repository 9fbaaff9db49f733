/* How the match ended: who won, if anybody did, why it was over, and each bot's rank, score and verdict. */

import { html } from "./svg.js";

const VERDICTS = {
  ok: "no fault",
  timeout: "timeout",
  illegal: "illegal action",
  garbled: "garbled answer",
  crashed: "crashed",
  memory: "too much memory",
  output: "too much output",
};

/** Makes the panel, to be shown with the last frame. */
export function ending(match) {
  const { headline, reason, ranks, scores, faults } = match.result;
  const verdicts = new Map(faults.map((fault) => [fault.seat, fault.verdict]));
  const because = match.data.printed.reasons?.[reason] ?? `The game ended by: ${reason}.`;
  const shared = (seat) => ranks.filter((rank) => rank === ranks[seat]).length > 1;
  const order = match.seats
    .map((_, seat) => seat)
    .sort((a, b) => ranks[a] - ranks[b] || scores[b] - scores[a] || a - b);
  const rows = order.map((seat) => {
    const verdict = verdicts.get(seat) ?? "ok";
    return html(
      "tr",
      { class: ranks[seat] === 1 && verdict === "ok" ? "rv-winner" : null },
      html(
        "td",
        { class: "rv-number" },
        ranks[seat],
        shared(seat) ? html("span", { class: "rv-tied" }, " tied") : null,
      ),
      html(
        "th",
        { scope: "row" },
        html("span", { class: `rv-swatch seat-${seat}`, "aria-hidden": "true" }),
        match.seats[seat],
      ),
      html("td", { class: "rv-number" }, scores[seat]),
      faults.length ? html("td", { class: verdict === "ok" ? null : "rv-fault" }, VERDICTS[verdict] ?? verdict) : null,
    );
  });
  const heads = ["Rank", "Bot", "Score", ...(faults.length ? ["Verdict"] : [])];
  const numeric = (name) => (name === "Rank" || name === "Score" ? "rv-number" : null);
  return html(
    "section",
    { class: "rv-ending", "aria-label": "Result" },
    html(
      "div",
      { class: "rv-ending-words" },
      html("h2", null, headline),
      html("p", null, because),
      faults.length
        ? html(
            "ul",
            null,
            faults.map((fault) => html("li", null, fault.text)),
          )
        : null,
    ),
    html(
      "table",
      null,
      html(
        "thead",
        null,
        html(
          "tr",
          null,
          heads.map((name) => html("th", { scope: "col", class: numeric(name) }, name)),
        ),
      ),
      html("tbody", null, rows),
    ),
  );
}
