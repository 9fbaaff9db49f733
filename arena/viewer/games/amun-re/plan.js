/* Where things lie on the map: its measures, in units of the picture. North is up, and so the Nile flows up. */

export const WIDTH = 560;
export const HEIGHT = 660;
export const CELL = { width: 118, height: 141 };
export const NILE = 275;
/** Where the Nile parts into the arms of its delta. */
export const DELTA = 184;

const COLUMNS = [18, 141, 291, 414];
const ROWS = [38, 185, 360, 507];

/** By province, its place in the grid of the map: row from the north, column from the west. */
const PLACES = {
  damanhur: [0, 0],
  buto: [0, 1],
  mendes: [0, 2],
  avaris: [0, 3],
  baharya: [1, 0],
  memphis: [1, 1],
  amarna: [1, 2],
  dakhla: [2, 0],
  abydos: [2, 1],
  thebes: [2, 2],
  sawu: [2, 3],
  kharga: [3, 0],
  edfu: [3, 1],
  abu: [3, 2],
  berenike: [3, 3],
};
const TEMPLE = [1, 3];

export const BORDER = (ROWS[1] + CELL.height + ROWS[2]) / 2;

function corner([row, column]) {
  return { x: COLUMNS[column], y: ROWS[row] };
}

/** Gives the upper left corner of a province. */
export function cornerOf(province) {
  return corner(PLACES[province]);
}

/** Gives the upper left corner of the temple of Amun-Re. */
export function cornerOfTemple() {
  return corner(TEMPLE);
}
