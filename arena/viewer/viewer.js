/* <replay-viewer src="….json">: plays a match in the page, from every seat's eyes.

   Attributes: src (frames as arena/frames.py writes them), ply and view (where to begin; the page's address wins),
   unlinked (leave the page's address alone: for several viewers on a page, or one inside an article).
   From a module, instead of src: viewer.data = {…}. Fires "plychange" with detail {ply, view, last}.
   The page links tokens.css and viewer.css. */

import { addressOf, keepMoment, readMoment } from "./address.js";
import { controls, linkButton, perspectives, pressKey } from "./controls.js";
import { ending } from "./ending.js";
import { drawingOf } from "./games.js";
import { eventLog } from "./log.js";
import { Match, SPECTATOR, Unreadable, load } from "./match.js";
import { html } from "./svg.js";
import { timeline } from "./timeline.js";

const STEP_MS = 1200;

class ReplayViewer extends HTMLElement {
  static observedAttributes = ["src", "ply", "view"];

  #match = null;
  #drawing = null;
  #parts = null;
  #ply = 0;
  #view = SPECTATOR;
  #playing = false;
  #speed = 1;
  #timer = 0;
  #addressTimer = 0;
  #loading = null;
  #data = null;
  #listeners = null;

  /** Is the match as parsed JSON, for callers that have it already. */
  get data() {
    return this.#data;
  }

  set data(data) {
    this.#data = data;
    if (this.isConnected) this.#open();
  }

  get ply() {
    return this.#ply;
  }

  get view() {
    return this.#view;
  }

  get last() {
    return this.#match?.last ?? 0;
  }

  get playing() {
    return this.#playing;
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    if (!this.hasAttribute("unlinked")) window.addEventListener("hashchange", () => this.#follow(), { signal });
    this.#open();
  }

  disconnectedCallback() {
    this.pause();
    this.#listeners?.abort();
    this.#loading?.abort();
    clearTimeout(this.#addressTimer);
  }

  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    if (name === "src") this.#open();
    else if (this.#match) this.show(this.#ask(this.getAttribute("ply"), this.#ply), name === "view" ? now : this.#view);
  }

  // ---- loading

  async #open() {
    this.pause();
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    this.#match = this.#parts = null;
    const source = this.getAttribute("src");
    try {
      if (!this.#data && !source) throw new Unreadable("No replay was chosen.");
      this.#say("Loading the replay …");
      this.setAttribute("aria-busy", "true");
      const match = this.#data ? new Match(this.#data) : await load(source, loading.signal);
      const drawing = await drawingOf(match.game);
      if (loading.signal.aborted) return;
      this.#match = match;
      this.#drawing = drawing;
      this.#build();
    } catch (error) {
      if (loading.signal.aborted) return;
      if (!(error instanceof Unreadable)) console.error(error);
      this.#fail(error instanceof Unreadable ? error.message : "The replay could not be drawn.");
    } finally {
      if (!loading.signal.aborted) this.removeAttribute("aria-busy");
    }
  }

  #say(words) {
    this.replaceChildren(html("p", { class: "rv-state", role: "status" }, words));
  }

  #fail(words) {
    const again = html(
      "button",
      { type: "button", class: "rv-button rv-text", on: { click: () => this.#open() } },
      "Try again",
    );
    const source = this.getAttribute("src") || this.#data;
    this.replaceChildren(
      html("div", { class: "rv-state rv-failed", role: "alert" }, html("p", null, words), source ? again : null),
    );
  }

  // ---- building

  #build() {
    const match = this.#match;
    const words = (ply) => match.sentences(ply, this.#view).at(-1) ?? "";
    const parts = (this.#parts = {
      controls: controls(this.#player()),
      perspectives: perspectives(match, (view) => this.show(this.#ply, view)),
      timeline: timeline(match, this.#marks(), (ply) => this.#seek(ply), words),
      log: eventLog(match, (ply) => this.#seek(ply)),
      ending: ending(match),
      asked: html("p", { class: "rv-asked" }),
      caption: html("p", { class: "rv-caption", role: "status" }),
      stage: html("div", { class: "rv-stage" }),
      filled: null,
    });
    parts.ending.hidden = true;
    const link = this.hasAttribute("unlinked") ? null : linkButton(() => addressOf(this.#ply, this.#view));
    this.replaceChildren(
      html(
        "div",
        { class: "rv", role: "group", "aria-label": `Replay of ${match.data.title}`, tabindex: -1 },
        html("div", { class: "rv-head" }, parts.asked, parts.perspectives.element, link),
        html(
          "div",
          { class: "rv-main" },
          parts.ending,
          html("h2", { class: "visually-hidden" }, "The table"),
          parts.stage,
        ),
        parts.log.element,
        html("div", { class: "rv-foot" }, parts.caption, parts.timeline.element, parts.controls.element),
      ),
    );
    const moment = this.hasAttribute("unlinked") ? {} : readMoment();
    this.show(
      moment.ply ?? this.#ask(this.getAttribute("ply"), 0),
      moment.view ?? this.getAttribute("view") ?? SPECTATOR,
    );
  }

  #marks() {
    const marks = this.#match.result.faults
      .filter((fault) => fault.ply !== null)
      .map(({ ply, text }) => ({ ply, name: "fault", text }));
    this.#match.data.frames.forEach((frame, ply) => {
      for (const told of frame.events.filter((one) => !one.to)) {
        const name = this.#drawing.mark?.(told.event);
        if (name) marks.push({ ply, name, text: told.text });
      }
    });
    return marks;
  }

  #player() {
    return {
      first: () => this.#seek(0),
      back: () => this.#seek(this.#ply - 1),
      toggle: () => (this.#playing ? this.pause() : this.play()),
      forward: () => this.#seek(this.#ply + 1),
      last: () => this.#seek(this.last),
      choose: (key) => this.#match.perspectives[key] && this.show(this.#ply, this.#match.perspectives[key]),
      setSpeed: (speed) => (this.#speed = speed),
    };
  }

  // ---- showing

  /** Shows a ply (taken to the nearest there is) as a perspective sees it (an unknown one is the spectator). */
  show(ply, view = this.#view) {
    const match = this.#match;
    if (!match) return;
    this.#ply = Math.min(Math.max(0, ply), match.last);
    this.#view = match.perspectives.includes(view) ? view : SPECTATOR;
    const parts = this.#parts;
    const frame = match.frame(this.#ply, this.#view);
    if (parts.filled !== this.#view) {
      parts.log.fill(this.#view);
      parts.filled = this.#view;
    }
    parts.ending.hidden = this.#ply !== match.last;
    this.#drawing.draw(frame, parts.stage);
    parts.log.show(this.#ply);
    parts.timeline.show(this.#ply);
    parts.perspectives.show(this.#view);
    parts.asked.textContent = this.#asked(frame);
    const said = match.sentences(this.#ply, this.#view).join(" ");
    // at a quick pace the sentences would only pile up in a screen reader
    parts.caption.setAttribute("aria-live", this.#playing && this.#speed > 1 ? "off" : "polite");
    parts.caption.textContent = this.#ply === match.last ? `${match.result.headline} ${said}` : said;
    this.#showControls();
    this.#keepAddress();
    this.dispatchEvent(
      new CustomEvent("plychange", { bubbles: true, detail: { ply: this.#ply, view: this.#view, last: match.last } }),
    );
  }

  #asked(frame) {
    if (!frame.next) return "The game is over.";
    const names = frame.next.seats.map((seat) => frame.names[seat]);
    const who = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
    if (!frame.next.kind) return `Turn: ${who}`;
    const what = this.#drawing.asks?.[frame.next.kind];
    return `To decide: ${who}${what ? `, ${what}` : ""}`;
  }

  #showControls() {
    this.#parts?.controls.show({ playing: this.#playing, ply: this.#ply, end: this.last });
  }

  #keepAddress() {
    if (this.hasAttribute("unlinked")) return;
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => keepMoment(this.#ply, this.#view), this.#playing ? 600 : 60);
  }

  #follow() {
    const { ply, view } = readMoment();
    if (this.#match && ply !== null) {
      this.pause();
      this.show(ply, view ?? SPECTATOR);
    }
  }

  #ask(text, otherwise) {
    return text !== null && /^\d+$/.test(text) ? Number(text) : otherwise;
  }

  // ---- moving

  /** Plays on from here, or from the start if this is the end. */
  play() {
    if (!this.#match) return;
    if (this.#ply === this.last) this.show(0);
    this.#playing = true;
    this.#showControls();
    this.#schedule();
  }

  pause() {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    this.#playing = false;
    this.#showControls();
  }

  #schedule() {
    this.#timer = setTimeout(() => {
      this.show(this.#ply + 1);
      if (this.#ply === this.last) this.pause();
      else this.#schedule();
    }, STEP_MS / this.#speed);
  }

  #seek(ply) {
    this.pause();
    this.show(ply);
  }

  /** Keys count inside the viewer; with nothing in focus, the arrows move the first viewer of the page. */
  #key(event) {
    if (!this.#match) return;
    const inside = this.contains(event.target);
    const free = event.target === document.body && document.querySelector("replay-viewer") === this;
    if (inside || (free && /^Arrow(Left|Right)$/.test(event.key))) pressKey(event, this.#player());
  }
}

customElements.define("replay-viewer", ReplayViewer);

export { ReplayViewer };
