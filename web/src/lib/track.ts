/** The scoreboard: fifty spaces around a rectangle of 17 by 10, clockwise from the lower left corner. */

export const SPACES = 50;
export const COLUMNS = 17;
export const ROWS = 10;
export const SIDE = 24; // of a space, in units of the drawing
export const RIM = 3;

/** Column and row of a space. */
export function spaceAt(space: number): [number, number] {
  const place = ((space % SPACES) + SPACES) % SPACES;
  if (place < ROWS) return [0, ROWS - 1 - place];
  if (place < ROWS + COLUMNS - 1) return [place - ROWS + 1, 0];
  if (place < 2 * ROWS + COLUMNS - 2) return [COLUMNS - 1, place - ROWS - COLUMNS + 2];
  return [SPACES - place, ROWS - 1];
}
