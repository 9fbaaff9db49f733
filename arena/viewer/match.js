/* A match as the viewer holds it: the frames that arena/frames.py writes, with the tracks unfolded into views. */

export const FORMAT = 2;
export const SPECTATOR = "spectator";
const LETTERS = "ABCDEFGHIJ";

/** Is thrown, with a sentence for the reader, where there is nothing that could be drawn. */
export class Unreadable extends Error {}

/** Loads the frames at an address. Throws Unreadable. */
export async function load(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreadable("The replay could not be fetched. Is the connection up?");
  }
  if (response.status === 404) throw new Unreadable("There is no replay at this address (404).");
  if (!response.ok) throw new Unreadable(`The server could not give the replay (${response.status}).`);
  try {
    return new Match(await response.json());
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Unreadable) throw error;
    throw new Unreadable("What the server sent is not a replay.");
  }
}

export class Match {
  /** Takes the frames as parsed JSON. Throws Unreadable. */
  constructor(data) {
    if (!data || !Array.isArray(data.frames) || !data.frames.length || !data.tracks?.[SPECTATOR]) {
      throw new Unreadable("What was given is not a replay.");
    }
    if (data.format !== FORMAT) {
      throw new Unreadable(
        `These frames have format ${data.format}; this viewer draws format ${FORMAT}. Reload the page.`,
      );
    }
    this.data = data;
    this.game = data.game;
    this.seats = data.seats;
    this.result = data.result;
    this.last = data.frames.length - 1;
    this.perspectives = [SPECTATOR, ...data.seats.map((_, seat) => String(seat))];
    this.tracks = new Map();
  }

  /** Gives the name of a perspective, to be shown. */
  nameOf(perspective) {
    return perspective === SPECTATOR ? "Spectator" : this.seats[Number(perspective)];
  }

  /** Gives all that a perspective sees, one {view, next} per frame. */
  seen(perspective) {
    let seen = this.tracks.get(perspective);
    if (!seen) {
      const deltas = this.data.tracks[perspective];
      const seat = Number(perspective);
      seen = deltas
        ? unfold(deltas)
        : this.seen(SPECTATOR).map(({ view, next }) => ({ view: { ...view, seat }, next }));
      this.tracks.set(perspective, seen);
    }
    return seen;
  }

  /** Gives the events of a ply that the perspective is told. */
  events(ply, perspective) {
    const seat = perspective === SPECTATOR ? null : Number(perspective);
    return this.data.frames[ply].events.filter((told) => !told.to || told.to.includes(seat));
  }

  /** Gives the sentences of a ply for a perspective: what is told, and which bot the referee took over from. */
  sentences(ply, perspective) {
    const faults = this.result.faults.filter((fault) => fault.ply === ply).map((fault) => fault.text);
    return [...faults, ...this.events(ply, perspective).map((told) => told.text)];
  }

  /**
   * Gives what a game's `draw(frame, root)` gets for one ply.
   *
   * view, previous: this view and the one before it (null after the deal). next: what the perspective may know of the
   * decision to come, as {kind, seats}; its kind is null where only those who are asked know it; null at the end.
   * events: their JSON, as far as told. history: views and events of all plies so far, as {view, events}. moves: those
   * of the viewing seat. faulted: the faults so far. result: at the end only. printed: the game's printed matter.
   */
  frame(ply, perspective) {
    const { moves } = this.data.frames[ply];
    const seen = this.seen(perspective);
    const told = (past) => this.events(past, perspective).map(({ event }) => event);
    return {
      ply,
      last: this.last,
      ...seen[ply],
      previous: ply ? seen[ply - 1].view : null,
      moves: moves.filter((move) => String(move.seat) === perspective),
      events: told(ply),
      get history() {
        return seen.slice(0, ply + 1).map(({ view }, past) => ({ view, events: told(past) }));
      },
      names: this.seats,
      letters: this.seats.map((_, seat) => LETTERS[seat]),
      colours: this.seats.map((_, seat) => `var(--seat-${seat})`),
      faulted: this.result.faults.filter((fault) => (fault.ply ?? this.last) <= ply),
      result: ply === this.last ? this.result : null,
      printed: this.data.printed,
    };
  }
}

function unfold(deltas) {
  let view = {};
  return deltas.map((delta) => {
    view = { ...view, ...delta.set };
    for (const name of delta.gone ?? []) delete view[name];
    return { view, next: delta.next ?? null };
  });
}
