/** What happened between two views of a table, as things that moved. It looks only at the lists of the view, so it holds for
 * modules that the page does not know. */

import { middle } from './outline';
import type { Entry, Figure, Laid, Piece, Point, View } from './view';

/** Where something comes from or goes to: a point of the board, the card of a player, a space of the track, or off the table. */
export type Where =
  | { on: 'board'; at: Point }
  | { on: 'seat'; seat: number }
  | { on: 'track'; space: number }
  | { on: 'hand' }
  | { on: 'bag' }
  | { on: 'nowhere' };

export type Happening =
  | { what: 'laid'; tile: Laid; from: Where; own: boolean } // own: whoever looks has seen it there already
  | { what: 'lifted'; tile: Laid; to: Where }
  | { what: 'drawn'; tile: string }
  | { what: 'came'; figure: Figure; from: Where }
  | { what: 'moved'; figure: Figure; before: Figure }
  | { what: 'left'; figure: Figure; to: Where }
  | { what: 'changed'; piece: Piece | null; before: Piece | null; from: Where; to: Where }
  | { what: 'points'; seat: number; points: number; from: Where }
  | { what: 'walked'; pawn: string; spaces: number[] } // from the first space to the last
  | { what: 'passed'; picture: string; owner: number | null; from: Where; to: Where }; // a thing before the players

const MOST_TILES = 4; // more of them at once are no move, but a table that was not looked at
const NOWHERE: Where = { on: 'nowhere' };

/** A cell as the board names it. */
export function cellKey({ x, y }: { x: number; y: number }): string {
  return `${x},${y}`;
}

/** A figure on the board by what it is and where it stands: several that are alike have the same. */
export function figureKey({ kind, seat, x, y, segment, on, place, index }: Figure): string {
  return [kind, seat ?? '', x ?? place, y ?? index, segment ?? on ?? ''].join(' ');
}

export function pieceKey({ picture, x, y }: Piece): string {
  return `${picture} ${x},${y}`;
}

/** A figure that stands on the track for a player. */
export function scorerKey(seat: number, number: number): string {
  return `seat ${seat} ${number}`;
}

/** Another piece on the track. */
export function pawnKey({ picture, owner }: { picture: string; owner: number | null }): string {
  return `${picture} ${owner ?? ''}`;
}

export function happened(before: View, after: View): Happening[] {
  const same = alike(before.board, after.board);
  const laid = after.board.slice(same);
  const lifted = before.board.slice(same);
  if (laid.length > MOST_TILES || lifted.length > MOST_TILES) return [];
  return [
    ...tiles(before, after, laid, lifted),
    ...figures(before, after),
    ...pieces(before, after),
    ...points(before, after),
    ...passed(before, after),
    ...walked(before, after),
  ];
}

/** How many tiles both boards begin with. */
function alike(before: Laid[], after: Laid[]): number {
  const least = Math.min(before.length, after.length);
  for (let number = least; number > 0; number--) {
    // Tiles are only added or taken away at the end: where one is the same, so are those before it.
    const [one, other] = [before[number - 1] as Laid, after[number - 1] as Laid];
    if (one.tile === other.tile && one.x === other.x && one.y === other.y && one.turns === other.turns) return number;
  }
  return 0;
}

function tiles(before: View, after: View, laid: Laid[], lifted: Laid[]): Happening[] {
  const own = before.decision !== null && before.you.includes(before.decision.seat);
  const found: Happening[] = laid.map((tile, number) => ({
    what: 'laid',
    tile,
    from: before.tile === tile.tile && number === 0 ? { on: 'hand' } : { on: 'bag' },
    own: own && number === 0,
  }));
  for (const tile of lifted) found.push({ what: 'lifted', tile, to: after.tile === tile.tile ? { on: 'hand' } : { on: 'bag' } });
  if (after.tile && !lifted.length && (laid.length || after.tile !== before.tile)) found.push({ what: 'drawn', tile: after.tile });
  return found;
}

// -- figures ---------------------------------------------------------------------------------------------------------------

function figures(before: View, after: View): Happening[] {
  const found: Happening[] = [];
  const groups = grouped(before.figures, after.figures, ({ kind, seat }) => `${kind} ${seat}`, figureKey);
  for (const { gone, come } of groups) {
    for (const figure of come) {
      // Of several that are alike one may come while another goes; the only one of its kind has moved.
      const old = !figure.at || only(after, figure) ? taken(gone, figure) : null;
      if (!old) {
        if (figure.at) found.push({ what: 'came', figure, from: origin(after, figure) });
      } else if (old.at && figure.at) found.push({ what: 'moved', figure, before: old });
      else if (figure.at) found.push({ what: 'came', figure, from: holder(after, before, old) });
      else if (old.at) found.push({ what: 'left', figure: old, to: holder(before, after, figure) });
    }
    for (const figure of gone) if (figure.at) found.push({ what: 'left', figure, to: figure.seat === null ? NOWHERE : { on: 'seat', seat: figure.seat } });
  }
  return found;
}

function only({ figures: all, players }: View, { kind, seat }: Figure): boolean {
  const out = all.filter((other) => other.kind === kind && other.seat === seat).length;
  return seat === null || out + (players[seat]?.supply[kind] ?? 0) === 1;
}

/** A new figure comes from its owner; one that whoever is at turn puts elsewhere than on the newest tile sets out from there. */
function origin({ board, active }: View, figure: Figure): Where {
  const newest = board.at(-1);
  if (figure.seat === null) return NOWHERE;
  if (newest && figure.seat === active && cellKey(newest) !== `${figure.x},${figure.y}`) return { on: 'board', at: [newest.x + 0.5, newest.y + 0.5] };
  return { on: 'seat', seat: figure.seat };
}

/** Who has a figure that is off the board: before whom more of them lie than before, else its owner. */
function holder(before: View, after: View, { kind, seat }: Figure): Where {
  const has = ({ players }: View, player: number): number =>
    (players[player]?.holds ?? []).reduce((sum, { picture, owner, number }) => sum + (picture === kind && owner === seat ? number : 0), 0);
  const who = after.players.find((player) => has(after, player.seat) > has(before, player.seat));
  if (who) return { on: 'seat', seat: who.seat };
  return seat === null ? NOWHERE : { on: 'seat', seat };
}

/** Things of two lists by a group, without those that are in both. */
function grouped<T>(before: T[], after: T[], group: (thing: T) => string, key: (thing: T) => string): { gone: T[]; come: T[] }[] {
  const found = new Map<string, { gone: T[]; come: T[] }>();
  const of = (thing: T): { gone: T[]; come: T[] } => {
    const name = group(thing);
    const here = found.get(name) ?? { gone: [], come: [] };
    found.set(name, here);
    return here;
  };
  for (const thing of before) of(thing).gone.push(thing);
  for (const thing of after) {
    const { gone, come } = of(thing);
    const stays = gone.findIndex((old) => key(old) === key(thing));
    if (stays >= 0) gone.splice(stays, 1);
    else come.push(thing);
  }
  return [...found.values()];
}

/** Take the nearest out of a list. */
function taken<T extends { at?: Point | null }>(list: T[], thing: T): T | null {
  if (!list.length) return null;
  const far = ({ at }: T): number => (at && thing.at ? Math.hypot(at[0] - thing.at[0], at[1] - thing.at[1]) : 1000);
  const nearest = list.reduce((best, one) => (far(one) < far(best) ? one : best));
  list.splice(list.indexOf(nearest), 1);
  return nearest;
}

// -- pieces on tiles, things before players --------------------------------------------------------------------------------

const look = ({ drawing, number, ends }: Piece): string => `${drawing} ${number} ${ends.join()}`;

function pieces(before: View, after: View): Happening[] {
  const found: Happening[] = [];
  for (const { gone, come } of grouped(before.pieces, after.pieces, ({ picture }) => picture, (piece) => `${pieceKey(piece)} ${look(piece)}`)) {
    for (const piece of come) {
      const here = gone.findIndex((old) => pieceKey(old) === pieceKey(piece));
      const old = here >= 0 ? (gone.splice(here, 1)[0] ?? null) : taken(gone, piece);
      const at: Where = { on: 'board', at: piece.at };
      found.push({ what: 'changed', piece, before: old, from: old ? { on: 'board', at: old.at } : NOWHERE, to: at });
    }
    for (const piece of gone) {
      const who = after.players.find(({ seat }) => heldBy(after, seat, piece.picture) > heldBy(before, seat, piece.picture));
      found.push({ what: 'changed', piece: null, before: piece, from: { on: 'board', at: piece.at }, to: who ? { on: 'seat', seat: who.seat } : NOWHERE });
    }
  }
  return found;
}

const SIDES: Record<string, Point> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** How far a thing turns that joins two sides of its tile and then two others, in degrees. */
export function swing(from: string[], to: string[]): number {
  const turn = bearing(to) - bearing(from);
  const straight = opposite(from) && opposite(to); // it looks the same from both ends
  const round = straight ? 180 : 360;
  return ((((turn + round / 2) % round) + round) % round) - round / 2;
}

function sum(ends: string[]): Point {
  return ends.reduce<Point>(([x, y], end) => [x + (SIDES[end]?.[0] ?? 0), y + (SIDES[end]?.[1] ?? 0)], [0, 0]);
}

function opposite(ends: string[]): boolean {
  return sum(ends).every((part) => part === 0);
}

function bearing(ends: string[]): number {
  const [x, y] = opposite(ends) ? sum(ends.slice(0, 1)) : sum(ends);
  return (Math.atan2(y, x) * 180) / Math.PI;
}

function heldBy({ players }: View, seat: number, picture: string): number {
  return (players[seat]?.holds ?? []).reduce((sum, thing) => sum + (thing.picture === picture ? thing.number : 0), 0);
}

/** Things that have come before a player: from whoever has fewer of them now, else from the newest tile. Figures and pieces of the board go by themselves. */
function passed(before: View, after: View): Happening[] {
  const found: Happening[] = [];
  const onBoard = new Set([...before.figures.map(({ kind }) => kind), ...before.pieces.map(({ picture }) => picture)]);
  const newest = after.board.at(-1);
  for (const { seat, holds } of after.players) {
    for (const { picture, owner } of holds) {
      if (onBoard.has(picture) || heldBy(after, seat, picture) <= heldBy(before, seat, picture)) continue;
      if (before.track.some((pawn) => pawn.picture === picture)) continue;
      const giver = before.players.find((player) => heldBy(after, player.seat, picture) < heldBy(before, player.seat, picture));
      const from: Where = giver ? { on: 'seat', seat: giver.seat } : newest ? { on: 'board', at: [newest.x + 0.5, newest.y + 0.5] } : NOWHERE;
      found.push({ what: 'passed', picture, owner, from, to: { on: 'seat', seat } });
    }
  }
  return found;
}

// -- points and the track --------------------------------------------------------------------------------------------------

/** Lines that were added to the ledger; the final scoring is told by itself, line by line when the game is over. */
export function scoredSince(before: View, after: View): Entry[] {
  return after.ledger.slice(before.ledger.length).filter((entry) => before.over || !entry.final);
}

function points(before: View, after: View): Happening[] {
  const sums = new Map<string, Happening & { what: 'points' }>();
  for (const { seat, points: more, cells } of scoredSince(before, after)) {
    const at = middle(cells);
    const key = `${seat} ${at}`;
    const here = sums.get(key);
    if (here) here.points += more;
    else sums.set(key, { what: 'points', seat, points: more, from: at ? { on: 'board', at } : { on: 'seat', seat } });
  }
  return [...sums.values()].filter((one) => one.points !== 0);
}

const MOST_STEPS = 50;

function walked(before: View, after: View): Happening[] {
  const found: Happening[] = [];
  for (const { seat, track } of after.players) {
    track.forEach(({ points: now }, number) => {
      const old = before.players[seat]?.track[number]?.points;
      if (old === undefined || old === now) return;
      const spaces = steps(Math.max(0, old), Math.max(0, now));
      if (spaces.length > 1) found.push({ what: 'walked', pawn: scorerKey(seat, number), spaces });
    });
  }
  for (const { gone, come } of grouped(before.track, after.track, pawnKey, (pawn) => `${pawnKey(pawn)} ${pawn.space}`)) {
    for (const pawn of come) {
      const old = gone.shift();
      if (old) found.push({ what: 'walked', pawn: pawnKey(pawn), spaces: steps(old.space, pawn.space) });
      else if (pawn.owner !== null) found.push({ what: 'passed', picture: pawn.picture, owner: pawn.owner, from: { on: 'seat', seat: pawn.owner }, to: { on: 'track', space: pawn.space } });
    }
    for (const { picture, owner, space } of gone) {
      if (owner !== null) found.push({ what: 'passed', picture, owner, from: { on: 'track', space }, to: { on: 'seat', seat: owner } });
    }
  }
  return found;
}

/** The spaces from one to another; of a long way only the last part. */
function steps(from: number, to: number): number[] {
  const by = Math.sign(to - from);
  const many = Math.min(MOST_STEPS, Math.abs(to - from));
  return Array.from({ length: many + 1 }, (_, number) => to - by * (many - number));
}
