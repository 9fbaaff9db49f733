/* What happened, as a list of sentences; choosing an entry goes to its ply. */

import { html } from "./svg.js";

/** Makes the list; `seek` gets a ply. Gives the element, `fill` for another perspective, and `show`. */
export function eventLog(match, seek) {
  const list = html("ol", { class: "rv-entries", on: { keydown: move, click: press } });
  const bots = `1 to ${match.seats.length} as a bot`;
  const keys = `Keys: space plays, ← → step, Home and End jump, 0 sees as a spectator, ${bots}.`;
  const element = html(
    "section",
    { class: "rv-log", "aria-label": "What happened" },
    html("h2", null, "What happened"),
    list,
    html("p", { class: "rv-keys" }, keys),
  );
  let entries = new Map();
  let current = null;
  let scrolling = 0;

  function fill(perspective) {
    entries = new Map();
    for (let ply = 0; ply <= match.last; ply += 1) {
      const sentences = match.sentences(ply, perspective);
      if (sentences.length || ply === 0 || ply === match.last) entries.set(ply, entry(ply, sentences));
    }
    current = null;
    list.replaceChildren(...[...entries.values()].map((button) => html("li", null, button)));
  }

  function entry(ply, sentences) {
    const faults = match.result.faults.filter((fault) => fault.ply === ply).length;
    const said = sentences.length ? sentences : [ply ? "The game is over." : "The game begins."];
    return html(
      "button",
      { type: "button", class: "rv-entry", "data-ply": ply, tabindex: -1 },
      html("span", { class: "rv-entry-ply" }, html("span", { class: "visually-hidden" }, "Ply "), ply),
      html(
        "span",
        { class: "rv-entry-text" },
        said.map((text, i) => html("span", { class: i < faults ? "rv-fault" : null }, text, " ")),
      ),
    );
  }

  function press(event) {
    const button = event.target.closest(".rv-entry");
    if (button) seek(Number(button.dataset.ply));
  }

  function move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = [...entries.values()];
    const next = all[all.indexOf(event.target.closest(".rv-entry")) + step];
    event.preventDefault();
    next?.focus();
  }

  /** Shows the ply: the newest entry up to it is current; only that one lies on the way of the Tab key. */
  function show(ply) {
    const known = [...entries.keys()].filter((one) => one <= ply);
    const newest = entries.get(known.at(-1));
    for (const [one, button] of entries) button.classList.toggle("rv-later", one > ply);
    if (newest === current) return;
    for (const [button, on] of [
      [current, false],
      [newest, true],
    ]) {
      button?.setAttribute("tabindex", on ? "0" : "-1");
      if (on) button?.setAttribute("aria-current", "step");
      else button?.removeAttribute("aria-current");
    }
    current = newest;
    scrolling ||= requestAnimationFrame(scroll);
  }

  /** Brings the current entry into sight inside the list, once per picture; the page itself does not move. */
  function scroll() {
    scrolling = 0;
    const top = current.offsetTop; // the list is positioned, so this counts from its top
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }

  return { element, fill, show };
}
