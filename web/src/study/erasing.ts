/** What can be taken off the board, as places to tap: its figures, and the tiles besides the first. */

import { word } from '../lib/i18n.svelte';
import type { Option, View } from '../lib/view';
import { s } from './texts';

export type Tool = 'tiles' | 'figures' | 'remove';

const CORNER = 0.84; // where a tile is tapped to go: not where somebody stands

export function removals({ board, figures, players }: View): Option[] {
  const usual = { detail: '', declines: false, module: '', space: null, removes: true, lying: false };
  const standing = figures.flatMap((figure, number): Option[] => {
    const { x, y, segment, seat, kind, at } = figure;
    if (x == null || y == null || !segment || !at) return [];
    const whose = seat === null ? '' : ` (${players[seat]?.name ?? ''})`;
    const sentence = s('take', { figure: `${word(kind)}${whose}`, cell: `${x},${y}` });
    return [{ ...usual, text: `take ${number}`, sentence, verb: 'take', figure: kind, target: { type: 'standing', x, y, where: segment, seat, kind }, at, picture: null }];
  });
  const tiles = board.slice(1).map(({ x, y }): Option => ({
    ...usual,
    text: `lift ${x},${y}`,
    sentence: s('lift', { cell: `${x},${y}` }),
    verb: 'lift',
    figure: '',
    target: { type: 'tile', x, y },
    at: [x + CORNER, y + CORNER],
    picture: null,
  }));
  return [...standing, ...tiles];
}
