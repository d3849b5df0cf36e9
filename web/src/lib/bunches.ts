/** Places on the board that a finger could not tell apart, and the lens in which it can. */

import type { Size } from './camera';
import type { Spot } from './options';
import type { Box } from './view';

export const FINGER = 44; // pixels from one place to the next

export interface Bunch {
  spots: Spot[];
  box: Box; // around their middles
}

/** The spots, those nearer to each other than a finger at so many pixels a tile together. */
export function bunched(spots: Spot[], pixels: number): Bunch[] {
  const bunches: Bunch[] = [];
  for (const spot of spots) {
    const near = bunches.filter((bunch) => bunch.spots.some((other) => apart(spot, other) * pixels < FINGER));
    const together = [...near.flatMap((bunch) => bunch.spots), spot];
    for (const bunch of near) bunches.splice(bunches.indexOf(bunch), 1);
    bunches.push({ spots: together, box: around(together) });
  }
  return bunches;
}

function apart({ at: [x, y] }: Spot, { at }: Spot): number {
  return Math.hypot(at[0] - x, at[1] - y);
}

function around(spots: Spot[]): Box {
  const xs = spots.map(({ at }) => at[0]);
  const ys = spots.map(({ at }) => at[1]);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The least distance between two spots, in tiles; 1 if there are not two. */
export function closest(spots: Spot[]): number {
  let least = 1;
  spots.forEach((spot, number) => {
    for (const other of spots.slice(0, number)) least = Math.min(least, apart(spot, other));
  });
  return least;
}

export interface Lens {
  box: Box; // what is seen through it
  pixels: number; // of a tile in it
}

const BORDER = 0.28; // of a tile around the outermost spots

/** Through which the spots of a bunch are a finger apart, as far as there is room; whole tiles where that is possible. */
export function lensOf({ spots, box }: Bunch, room: Size): Lens {
  const onOneTile = Math.floor(box.left) === Math.floor(box.right) && Math.floor(box.top) === Math.floor(box.bottom);
  const seen: Box = onOneTile
    ? { left: Math.floor(box.left), top: Math.floor(box.top), right: Math.floor(box.left) + 1, bottom: Math.floor(box.top) + 1 }
    : { left: box.left - BORDER, top: box.top - BORDER, right: box.right + BORDER, bottom: box.bottom + BORDER };
  const most = Math.min(room.width / (seen.right - seen.left), room.height / (seen.bottom - seen.top));
  return { box: seen, pixels: Math.min(most, Math.max(150, FINGER / closest(spots))) };
}
