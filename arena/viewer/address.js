/* The moment in the page's address: #ply=42&view=1, where view is a seat, counted from 0; without it, the spectator. */

/** Reads the moment from the address: {ply, view}, each null where it does not stand there or makes no sense. */
export function readMoment(hash = location.hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const ply = words.get("ply");
  return { ply: ply !== null && /^\d{1,6}$/.test(ply) ? Number(ply) : null, view: words.get("view") };
}

/** Gives the page's address with the moment in it. */
export function addressOf(ply, view) {
  const address = new URL(location.href);
  address.hash = `ply=${ply}${view === "spectator" ? "" : `&view=${view}`}`;
  return address.href;
}

/** Keeps the moment in the address, without a new entry in the history. */
export function keepMoment(ply, view) {
  try {
    history.replaceState(history.state, "", addressOf(ply, view));
  } catch {
    // browsers limit how often the address may change; the next step will bring it up to date
  }
}
