/** What the server shows of a table (version 3), and how its updates are applied. No rule of the game lives here. */

import type { components } from './api';

type Schemas = components['schemas'];

export type Point = [number, number];
export type View = Schemas['View'];
export type Decision = Schemas['DecisionShown'];
export type Option = Schemas['OptionShown'];
export type Player = Schemas['PlayerShown'];
export type Laid = Schemas['TileShown'];
export type Figure = Schemas['FigureShown'];
export type Piece = Schemas['PieceShown'];
export type Pile = Schemas['PileShown'];
export type Ruling = Schemas['RulingShown'];
export type Entry = Schemas['EntryShown'];
export type LogLine = Schemas['LogShown'];
export type Aids = Required<Schemas['Aids']>;
export type Pace = Schemas['SettingsShown']['pace'];

export interface Update {
  seq: number;
  set: Partial<View>;
  append: { board?: Laid[]; ledger?: Entry[]; log?: LogLine[] };
  keep?: { board?: number; ledger?: number; log?: number }; // lines that stay before those added, when something was taken back
}

/** The view after an update; the same view when it was there already. */
export function applied(view: View, update: Update): View {
  if (update.seq < view.seq) return view;
  const { board = [], ledger = [], log = [] } = update.append ?? {};
  return {
    ...view,
    ...update.set,
    seq: update.seq,
    board: joined(update.set.board ?? view.board, board, update.keep?.board),
    ledger: joined(update.set.ledger ?? view.ledger, ledger, update.keep?.ledger),
    log: joined(update.set.log ?? view.log, log, update.keep?.log),
  };
}

function joined<T>(list: T[], more: T[], keep: number = list.length): T[] {
  return more.length || keep < list.length ? [...list.slice(0, keep), ...more] : list;
}

/** The decision, if it is one that this browser may answer; not before everybody has arrived, nor for whoever has given up. */
export function asked(view: View): Decision | null {
  const { decision } = view;
  if (!decision || view.status === 'waiting' || !view.you.includes(decision.seat)) return null;
  return view.players[decision.seat]?.resigned ? null : decision;
}

const POSITION = ['decision', 'tile', 'board', 'figures', 'pieces', 'ledger'] as const;

/** Has nobody played meanwhile? What others only say or offer changes nothing of these. */
export function samePosition(before: View, after: View): boolean {
  return POSITION.every((key) => before[key] === after[key]);
}

/** The turn that this browser may take back or end, before the next tile is drawn. */
export function toEnd(view: View): View['waits_done'] {
  const { waits_done: waits } = view;
  return waits && view.you.includes(waits.seat) ? waits : null;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const ORIGIN = { x: 0, y: 0 } as Laid;

/** The cells a board takes, with so many empty ones around it. */
export function extent(board: Laid[], ring = 0): Box {
  if (!board.length) return extent([ORIGIN], ring);
  const xs = board.map(({ x }) => x);
  const ys = board.map(({ y }) => y);
  return { left: Math.min(...xs) - ring, top: Math.min(...ys) - ring, right: Math.max(...xs) + 1 + ring, bottom: Math.max(...ys) + 1 + ring };
}

/** How many tiles are still to be drawn; a pile of something else does not count. */
/** How many tiles the turns to come begin with. */
export function tilesLeft(view: View): number {
  return view.piles.reduce((sum, pile) => sum + (pile.turns ? pile.left : 0), 0);
}

export function tilePiles(view: View): Pile[] {
  return view.piles.filter((pile) => pile.tiles);
}

/** Every tile that may still come, as far as it is shown. */
export function tilesToCome(view: View): string[] {
  return tilePiles(view).flatMap(({ mixed, below }) => [...Object.keys(mixed ?? {}), ...(below ?? [])]);
}
