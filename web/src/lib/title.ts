/** What the tab says of a table: whose turn it is can be told from it without opening it. */

import { asked, type View } from './view';

const MARK = '●';
const NAME = 'Bastida';

export function titleOf(view: View | null, turn: string): string {
  if (!view) return NAME;
  const name = `${view.game.name} · ${NAME}`;
  return !view.over && asked(view) ? `${MARK} ${turn} · ${name}` : name;
}

/** Other people sit at the table, each at a device of their own. */
export function withOthers({ players, you }: View): boolean {
  return players.some(({ kind, seat }) => kind !== 'computer' && !you.includes(seat));
}
