/** Lines around cells, as SVG path data in units of the board drawing. */

import { UNIT } from './camera';
import type { Point } from './view';

/** The border of a set of cells: only sides with a cell on one hand and none on the other. */
export function outline(cells: Point[]): string {
  const inside = new Set(cells.map(([x, y]) => `${x},${y}`));
  const has = (x: number, y: number): boolean => inside.has(`${x},${y}`);
  let path = '';
  for (const [x, y] of cells) {
    const [left, top, right, bottom] = [x * UNIT, y * UNIT, (x + 1) * UNIT, (y + 1) * UNIT];
    if (!has(x, y - 1)) path += `M${left} ${top}H${right}`;
    if (!has(x + 1, y)) path += `M${right} ${top}V${bottom}`;
    if (!has(x, y + 1)) path += `M${right} ${bottom}H${left}`;
    if (!has(x - 1, y)) path += `M${left} ${bottom}V${top}`;
  }
  return path;
}

/** The middle of a group of cells, on the cell nearest to it, so that a word there belongs to the group. */
export function middle(cells: Point[]): Point | null {
  if (!cells.length) return null;
  const x = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const far = (cell: Point): number => Math.hypot(cell[0] - x, cell[1] - y);
  const nearest = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [nearest[0] + 0.5, nearest[1] + 0.5];
}
