/** How a game ended, told line by line: the table before its final scoring, and as far as that has been told. */

import type { Entry, Player, View } from './view';

/** The lines of the final scoring, in their order. */
export function finalEntries(view: View): Entry[] {
  return (view.ending?.lines ?? []).flatMap(({ line }) => view.ledger[line] ?? []);
}

/** The table when so many lines of the final scoring have been told: figures stand while their feature is, everything counts together. */
export function told(view: View, lines: number): View {
  const { ending } = view;
  if (!ending || lines > ending.lines.length) return view;
  const first = ending.lines[0]?.line ?? view.ledger.length;
  const now = lines > 0 ? (ending.lines[lines - 1]?.line ?? first) : first - 1; // the line that is being told
  const figures = ending.figures.filter(({ leaves }) => lines === 0 || leaves === null || leaves >= now);
  const home = ending.figures.filter((figure) => !figures.includes(figure));
  const players = view.players.map((player): Player => {
    const before = ending.players[player.seat];
    if (!before) return player;
    const reached = ending.lines.slice(0, lines).findLast(({ line }) => view.ledger[line]?.seat === player.seat) ?? before;
    const back = (kind: string): number => home.filter((figure) => figure.seat === player.seat && figure.kind === kind).length;
    const supply = Object.entries(before.supply).map(([kind, n]) => [kind, Math.min(n + back(kind), player.supply[kind] ?? n)]);
    return { ...player, points: reached.points, track: reached.track, supply: Object.fromEntries(supply) };
  });
  return {
    ...view,
    players,
    figures,
    ledger: view.ledger.slice(0, now + 1),
    log: view.log.filter(({ line }) => line === null || line <= now),
  };
}

/** How long a line is shown: many lines are told faster, so that nobody waits long for the result; nothing is told fastest. */
export function pace({ points }: Entry, lines: number): number {
  const usual = Math.max(600, Math.min(2200, 40_000 / Math.max(1, lines)));
  return points === 0 ? usual * 0.6 : usual;
}

export type Won = 'you' | 'you_tie' | 'one' | 'tie' | 'nobody';

/** Who has won, for this reader: whoever has one seat is spoken to. */
export function won({ winners, you }: Pick<View, 'winners' | 'you'>): Won {
  const mine = you.length === 1 && winners.includes(you[0] as number);
  if (winners.length === 0) return 'nobody';
  if (winners.length === 1) return mine ? 'you' : 'one';
  return mine ? 'you_tie' : 'tie';
}

/** In the server's words why the game ended before its time; empty if it was played to its end. */
export function early({ outcome, log }: Pick<View, 'outcome' | 'log'>): string {
  return log.findLast(({ kind }) => kind === outcome?.reason)?.sentence ?? '';
}

/** Is the final scoring worth watching? Not after somebody has given up. */
export function counts({ outcome, ending }: Pick<View, 'outcome' | 'ending'>): boolean {
  return ending !== null && (outcome?.reason === 'finished' || outcome?.reason === 'agreed');
}

export interface Sums {
  source: string;
  points: number[]; // by seat
}

/** Everybody's points by where they came from, what brought most first. */
export function sums({ ledger, players }: Pick<View, 'ledger' | 'players'>): Sums[] {
  const found = new Map<string, number[]>();
  for (const { source, seat, points } of ledger) {
    const row = found.get(source) ?? players.map(() => 0);
    row[seat] = (row[seat] ?? 0) + points;
    found.set(source, row);
  }
  const all = ({ points }: Sums): number => points.reduce((sum, one) => sum + one, 0);
  return [...found].map(([source, points]) => ({ source, points })).filter(({ points }) => points.some((one) => one !== 0)).sort((a, b) => all(b) - all(a));
}

/** The computer's next level, if the game was one person against one computer. */
export function nextLevel(view: Pick<View, 'players' | 'you'>, levels: string[]): string | null {
  const computers = view.players.filter(({ kind }) => kind === 'computer');
  if (view.players.length !== 2 || computers.length !== 1 || view.you.length !== 1) return null;
  const place = levels.indexOf(computers[0]?.level ?? '');
  return place < 0 ? null : (levels[place + 1] ?? null);
}
