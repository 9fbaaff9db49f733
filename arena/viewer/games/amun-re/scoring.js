/* Draws the scorings of both kingdoms as tables that say of each point what it is for. */

import { classes, counted, seatMark } from "../../marks.js";
import { html } from "../../svg.js";
import { powerCard } from "./cards.js";

const KINGDOMS = ["Old Kingdom", "New Kingdom"];
const NO_POINTS = { bonus: [], scored: null, level: null, gold: null };

/** Draws a table for each kingdom that has begun to be scored; the newest one first. */
export function drawScorings(frame) {
  return scorings(frame)
    .map((rows, kingdom) => (rows.some(hasScored) ? drawScoring(frame, rows, kingdom) : null))
    .reverse();
}

function hasScored({ bonus, scored, gold }) {
  return bonus.length || scored || gold;
}

/** Gathers by kingdom and seat what was scored: bonus cards, the parts of `scored`, the temple's level, and gold. */
function scorings({ history, names }) {
  const found = KINGDOMS.map(() => names.map(() => ({ ...NO_POINTS })));
  let kingdom = 0;
  for (const [ply, { view, events }] of history.entries()) {
    const isNow = ply === history.length - 1;
    for (const event of events) {
      const row = found[kingdom][event.seat];
      if (event.type === "bonus") row.bonus = [...row.bonus, event.card];
      if (event.type === "scored") Object.assign(row, { scored: event, level: view.level });
      if (event.type === "gold") {
        found[kingdom].forEach((one, seat) => {
          one.gold = { gold: event.gold[seat], points: event.points[seat], isNew: isNow };
        });
      }
      if (event.type === "bonus" || event.type === "scored") row.isNew = isNow;
      if (event.type === "kingdom") kingdom += 1;
    }
  }
  return found;
}

function drawScoring(frame, rows, kingdom) {
  const { printed } = frame;
  const { points } = printed;
  const withGold = kingdom === KINGDOMS.length - 1;
  const heads = [
    ["Bonus cards", `${points.bonus} each`],
    ["Pyramids", `${points.pyramid} each`],
    ["Sets", `${points.set} each`],
    ["Banks", `${points.bank} each`],
    ["Temples", "the level each"],
    ...(withGold ? [["Gold", points.gold.join(", ")]] : []),
    ["Sum", ""],
  ];
  return html(
    "section",
    { class: "am-box am-scoring", "aria-label": `Scoring of the ${KINGDOMS[kingdom]}` },
    html("h3", { class: "am-head" }, `${KINGDOMS[kingdom]}: scoring`),
    html(
      "table",
      null,
      html("caption", { class: "visually-hidden" }, `Points of the ${KINGDOMS[kingdom]}`),
      html(
        "thead",
        null,
        html(
          "tr",
          null,
          html("th", { scope: "col" }, html("span", { class: "visually-hidden" }, "Player")),
          heads.map(([name, worth]) =>
            html("th", { scope: "col" }, name, worth ? html("span", { class: "am-worth" }, worth) : null),
          ),
        ),
      ),
      html(
        "tbody",
        null,
        rows.map((row, seat) => drawRow(frame, row, seat, withGold)),
      ),
    ),
    html(
      "p",
      { class: "am-note" },
      "A set is a pyramid in each of the three provinces; ",
      "a bank goes to who owns the province with the most pyramids on it, then the most stones.",
    ),
  );
}

function drawRow(frame, row, seat, withGold) {
  const { printed, names } = frame;
  const { points } = printed;
  const { bonus, scored, level, gold } = row;
  const parts = [
    [bonus.length * points.bonus, bonus.map((card) => powerCard(printed, card).title).join(", ")],
    [scored?.pyramids, scored && counted(scored.pyramids / points.pyramid, "pyramid")],
    [scored?.sets, scored && counted(scored.sets / points.set, "set")],
    [scored?.majorities, scored && counted(scored.majorities / points.bank, "bank")],
    [scored?.temples, scored && `${counted(scored.temples / level, "temple")} at level ${level}`],
    ...(withGold ? [[gold?.points, gold && `${gold.gold} gold`]] : []),
  ];
  const known = parts.map(([number]) => number).filter((number) => number !== undefined);
  return html(
    "tr",
    { class: classes(`seat-${seat}`, (row.isNew || gold?.isNew) && "rv-fresh") },
    html(
      "th",
      { scope: "row" },
      html(
        "span",
        { class: "am-who" },
        seatMark(frame, seat),
        html("span", { class: "am-clip am-who-name", title: names[seat] }, names[seat]),
      ),
    ),
    parts.map(([number, why]) =>
      html(
        "td",
        { class: number ? null : "am-zero" },
        number === undefined ? "–" : number,
        number ? html("span", { class: "am-why" }, why) : null,
      ),
    ),
    html("td", { class: "am-sum" }, hasScored(row) ? known.reduce((sum, number) => sum + number, 0) : "–"),
  );
}
