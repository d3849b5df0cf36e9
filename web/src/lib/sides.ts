/** A device that lies flat between its players: at which of its sides each of them sits, and where the dock goes. */

import type { Margins } from './camera';

export const SIDES = ['bottom', 'left', 'top', 'right'] as const; // clockwise, as play goes
export type TableSide = (typeof SIDES)[number];

const AROUND: Record<number, TableSide[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'left', 'right'],
  4: ['bottom', 'left', 'top', 'right'],
  5: ['bottom', 'left', 'top', 'top', 'right'],
  6: ['bottom', 'left', 'left', 'top', 'right', 'right'],
};

/** The side at which a seat of this device sits: where somebody has turned it to, else one after the other around the table. */
export function sideOf(seat: number, seats: number[], turned: Record<string, TableSide> = {}): TableSide {
  return turned[seat] ?? AROUND[seats.length]?.[seats.indexOf(seat)] ?? 'bottom';
}

/** The side that comes after another, clockwise. */
export function nextSide(side: TableSide): TableSide {
  return SIDES[(SIDES.indexOf(side) + 1) % SIDES.length] ?? 'bottom';
}

/** What is left for the board: the dock is so deep and lies at a side, the head is at the top, or opposite a dock there. */
export function marginsAt(side: TableSide, dock: number, head: number, tools: number): Margins {
  const free: Margins = { top: head + 12, right: tools, bottom: 6, left: 6 };
  if (side === 'top') return { ...free, top: dock + 6, bottom: head + 12 };
  return { ...free, [side]: dock + free[side === 'right' ? 'right' : 'left'] };
}
