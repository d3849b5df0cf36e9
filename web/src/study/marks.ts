/** Whose a move is: the colour and letter of a seat; nobody's is chance. */

import type { Shown } from './desk.svelte';

export function seatMarkOf({ view }: Shown, seat: number | null): { colour: string; letter: string } | null {
  const player = seat === null ? undefined : view.players[seat];
  return player ? { colour: player.colour, letter: player.letter } : null;
}
