/** At a table of a tournament: the clocks wait until both have said that they have come. */

import { post } from './http';
import type { View } from './view';

/** Say that one has come, if nobody has said so for the reader's seat. */
export async function come({ settings, players, you, over }: Pick<View, 'settings' | 'players' | 'you' | 'over'>): Promise<void> {
  if (over || !settings.tournament || !players.some(({ seat, taken }) => !taken && you.includes(seat))) return;
  await post(`/api/tournaments/${encodeURIComponent(settings.tournament)}/sit`);
}
