/* Where things lie in the drawing of the palace: its measures, in units of the picture. */

export const WIDTH = 460;
export const HEIGHT = 640;
export const CELL = 40;
export const GARDEN = { x: 50, y: 52, side: 9 * CELL };
export const WALL = { length: 3 * CELL, depth: 40, gap: 5 };
export const FRONT = { y: GARDEN.y + GARDEN.side + 5, height: 72, width: 116 };
export const PLAZA = { y: FRONT.y + FRONT.height, middle: WIDTH / 2 };
export const STEP = { width: 58, height: 28 };

/** Gives the upper left corner of a garden square. */
export function corner(row, column) {
  return { x: GARDEN.x + column * CELL, y: GARDEN.y + row * CELL };
}

/** Gives the outline of squares [row, column] as a path: the edges that have no square of the set beyond them. */
export function outline(squares) {
  const has = new Set(squares.map(([row, column]) => `${row},${column}`));
  const edges = [
    [-1, 0, (x, y) => `M${x} ${y}h${CELL}`],
    [1, 0, (x, y) => `M${x} ${y + CELL}h${CELL}`],
    [0, -1, (x, y) => `M${x} ${y}v${CELL}`],
    [0, 1, (x, y) => `M${x + CELL} ${y}v${CELL}`],
  ];
  return squares
    .flatMap(([row, column]) => {
      const { x, y } = corner(row, column);
      return edges.filter(([down, right]) => !has.has(`${row + down},${column + right}`)).map((edge) => edge[2](x, y));
    })
    .join("");
}

/** Turns the numbers of garden squares into [row, column]. */
export function squaresOf(cells) {
  return cells.map((cell) => [Math.floor(cell / 9), cell % 9]);
}
