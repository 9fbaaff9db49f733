/* The drawings, by game: each module exports draw(frame, root), and may export `asks` (what a seat is asked, by the
   kind of decision) and `mark` (the name of a mark on the time line for an event, or null). */

const DRAWINGS = {
  nefertiti: () => import("./games/nefertiti.js"),
  cleopatra: () => import("./games/cleopatra.js"),
  "amun-re": () => import("./games/amun-re.js"),
};

/** Loads the drawing of a game; a game without one is shown as plain values. */
export function drawingOf(game) {
  return (Object.hasOwn(DRAWINGS, game) ? DRAWINGS[game] : () => import("./games/plain.js"))();
}
