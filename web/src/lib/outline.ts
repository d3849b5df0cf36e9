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
  const found = amidst(cells);
  return found && [found[0] + 0.5, found[1] + 0.5];
}

/** The one of several points that is nearest to the middle of all. */
export function amidst(points: Point[]): Point | null {
  if (!points.length) return null;
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  const far = (point: Point): number => Math.hypot(point[0] - x, point[1] - y);
  return points.reduce((best, point) => (far(point) < far(best) ? point : best));
}
