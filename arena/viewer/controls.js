/* The buttons of the viewer, and its keys. */

import { html, svg } from "./svg.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const SHAPES = {
  first: "M6 5h2.5v14H6ZM19 5v14L9.5 12Z",
  back: "M16.5 5v14L7 12Z",
  play: "M7 4.5v15L19.5 12Z",
  pause: "M6.5 5h4v14h-4ZM13.5 5h4v14h-4Z",
  again: "M12 5V1.8L7 6l5 4.2V7a5.5 5.5 0 1 1-5.4 6.6H4.6A7.5 7.5 0 1 0 12 5Z",
  forward: "M7.5 5v14l9.5-7Z",
  last: "M15.5 5H18v14h-2.5ZM5 5v14l9.5-7Z",
  link: "M10.6 13.4a3.6 3.6 0 0 0 5.1 0l3.2-3.2a3.6 3.6 0 0 0-5.1-5.1l-1.3 1.3M13.4 10.6a3.6 3.6 0 0 0-5.1 0l-3.2 3.2a3.6 3.6 0 0 0 5.1 5.1l1.3-1.3",
};

function shape(name) {
  const paint = name === "link" ? "rv-shape rv-shape-line" : "rv-shape";
  return svg("svg", { class: paint, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
}

function button(name, words, keys, press) {
  return html(
    "button",
    {
      type: "button",
      class: `rv-button rv-${name}`,
      "aria-label": words,
      "aria-keyshortcuts": keys,
      title: words,
      on: { click: press },
    },
    shape(name),
  );
}

/** Makes the buttons; `player` has first, back, toggle, forward, last and setSpeed. Gives the element and `show`. */
export function controls(player) {
  const first = button("first", "To the start", "Home", () => player.first());
  const back = button("back", "One step back", "ArrowLeft", () => player.back());
  const toggle = button("play", "Play", "Space", () => player.toggle());
  const forward = button("forward", "One step forward", "ArrowRight", () => player.forward());
  const last = button("last", "To the end", "End", () => player.last());
  const speed = html(
    "select",
    {
      class: "rv-select rv-speed",
      "aria-label": "Speed",
      on: { change: (event) => player.setSpeed(Number(event.target.value)) },
    },
    SPEEDS.map((factor) =>
      html("option", { value: factor, selected: factor === 1 }, `${String(factor).replace("0.5", "½")}×`),
    ),
  );
  const element = html(
    "div",
    { class: "rv-buttons", role: "group", "aria-label": "Playback" },
    first,
    back,
    toggle,
    forward,
    last,
    speed,
  );

  /** Shows whether it plays and what is possible at this ply. */
  function show({ playing, ply, end }) {
    const [name, words] = playing
      ? ["pause", "Pause"]
      : ply === end
        ? ["again", "Play from the start"]
        : ["play", "Play"];
    if (toggle.dataset.shape !== name) {
      toggle.dataset.shape = name;
      toggle.replaceChildren(shape(name));
      toggle.setAttribute("aria-label", words);
      toggle.title = words;
    }
    // aria-disabled, so that the focus does not fall off the button that was just pressed
    for (const one of [first, back]) one.setAttribute("aria-disabled", String(ply === 0));
    for (const one of [forward, last]) one.setAttribute("aria-disabled", String(ply === end));
  }

  return { element, show };
}

/** Makes the choice of perspective; `choose` gets its name. */
export function perspectives(match, choose) {
  const select = html(
    "select",
    { class: "rv-select", on: { change: (event) => choose(event.target.value) } },
    match.perspectives.map((name) => html("option", { value: name }, match.nameOf(name))),
  );
  const element = html("label", { class: "rv-field" }, html("span", null, "See as"), select);
  return { element, show: (perspective) => (select.value = perspective) };
}

/** Makes the button that copies the address of this moment; where the browser refuses, it shows it to be copied. */
export function linkButton(address) {
  const note = html("span", { class: "rv-note", role: "status" });
  const field = html("input", {
    class: "rv-address",
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": "Link to this moment",
  });
  const copy = html(
    "button",
    { type: "button", class: "rv-button rv-text", on: { click: press } },
    shape("link"),
    html("span", null, "Copy link"),
  );
  let timer;

  async function press() {
    clearTimeout(timer);
    try {
      await navigator.clipboard.writeText(address());
      note.textContent = "Link copied";
      field.hidden = true;
      timer = setTimeout(() => (note.textContent = ""), 3000);
    } catch {
      field.hidden = false;
      field.value = address();
      field.select();
      note.textContent = "Copy it from here";
    }
  }

  return html("div", { class: "rv-link" }, copy, field, note);
}

/**
 * Carries out a key, if the viewer knows it, and says whether it did.
 *
 * Space plays and pauses, the arrows step, Home and End jump; 0 is the spectator, 1 the first bot, and so on. Fields
 * and buttons keep the keys that they need themselves.
 */
export function pressKey(event, player) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest("input:not([type=range]), textarea, select, [contenteditable]")) return false;
  if (event.key === " " && at.closest("button, a, summary")) return false;
  if (at.matches("input[type=range]") && event.key !== " " && !/^\d$/.test(event.key)) return false;
  const deeds = {
    " ": () => player.toggle(),
    ArrowLeft: () => player.back(),
    ArrowRight: () => player.forward(),
    Home: () => player.first(),
    End: () => player.last(),
  };
  const deed = deeds[event.key] ?? (/^\d$/.test(event.key) ? () => player.choose(Number(event.key)) : null);
  if (!deed) return false;
  event.preventDefault();
  deed();
  return true;
}
