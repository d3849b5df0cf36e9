/** Options sorted by where they are shown: cells, spots on the board, spaces of the track, seats, and the rest in words. */

import { SPACES } from './track';
import type { Decision, Option, Player, Point } from './view';

/** The answer that lets things be, if there is one; rather one without a place, for which there is nothing else to tap. */
export function declining(options: Option[]): Option | null {
  const found = options.filter((option) => option.declines);
  return found.find(({ at }) => !at) ?? found[0] ?? null;
}

export interface Cell {
  key: string;
  x: number;
  y: number;
  turns: Option[]; // one for each legal turn, clockwise
}

export interface Spot {
  option: Option;
  at: Point; // moved aside where several would lie on one another
}

export interface Choices {
  cells: Cell[];
  figures: string[]; // kinds of figures among which to choose before choosing a spot; empty if there is no such choice
  spots: Spot[];
  spaces: Map<number, Option[]>;
  seats: Map<number, Option[]>;
  buttons: Option[]; // what is nowhere on the table
  all: Option[];
}

const APART = 0.16; // spots closer than this are spread around their middle
const RADIUS = 0.15;

export function cellKey(x: number, y: number): string {
  return `${x},${y}`;
}

/** Only the type of its target and the point to tap say where an answer is shown; whose answer it is does not matter. */
export function choicesOf(decision: Decision | null, figure: string | null = null, players: Pick<Player, 'track'>[] = []): Choices {
  const choices: Choices = { cells: [], figures: [], spots: [], spaces: new Map(), seats: new Map(), buttons: [], all: [] };
  if (!decision) return choices;
  choices.all = decision.options;
  const cells = new Map<string, Cell>();
  const onBoard: Option[] = [];
  for (const option of decision.options) {
    const { type, x, y, number } = option.target;
    const space = spaceOf(option, players);
    if (type === 'cell' && x != null && y != null) {
      const key = cellKey(x, y);
      const cell = cells.get(key) ?? { key, x, y, turns: [] };
      cell.turns.push(option);
      cells.set(key, cell);
    } else if (option.at) onBoard.push(option);
    else if (space != null) push(choices.spaces, space, option);
    else if (type === 'seat' && number != null) push(choices.seats, number, option);
    else choices.buttons.push(option);
  }
  for (const [space, options] of choices.spaces) {
    if (options.length === 1) continue; // a tap could not tell them apart
    choices.spaces.delete(space);
    choices.buttons.push(...options);
  }
  choices.cells = [...cells.values()];
  for (const cell of choices.cells) cell.turns.sort((a, b) => (a.target.turn ?? 0) - (b.target.turn ?? 0));
  choices.figures = figureChoice(onBoard);
  const wanted = chosenFigure(choices.figures, figure);
  choices.spots = spread(onBoard.filter((option) => !wanted || !option.figure || option.figure === wanted));
  return choices;
}

/** The space of the scoreboard that an answer is about: one it leads to or names, or where a scoring figure stands. */
function spaceOf({ space, target: { type, seat, number } }: Option, players: Pick<Player, 'track'>[]): number | null {
  if (space != null) return space;
  if (number == null) return null;
  if (type === 'space') return number % SPACES;
  return type === 'scorer' && seat != null ? (players[seat]?.track[number]?.space ?? null) : null;
}

/** A scoring figure on its way: `3 → 8`; empty if an answer moves none. */
export function wayOf({ space, target: { seat, number } }: Option, players: Pick<Player, 'track'>[]): string {
  const from = seat != null && number != null ? players[seat]?.track[number]?.space : undefined;
  return space == null || from === undefined ? '' : `${from} → ${space}`;
}

const SIDES: Record<string, Point> = { N: [0.5, 0], E: [1, 0.5], S: [0.5, 1], W: [0, 0.5] };

/** The line over a tile that an answer would draw, from side to side through the point to tap; null if it is about none. */
export function lineOf({ target: { type, x, y, start, end } }: Option, at: Point): { from: Point; by: Point; to: Point } | null {
  const [a, b] = [SIDES[start ?? ''], SIDES[end ?? '']];
  if (type !== 'line' || x == null || y == null || !a || !b) return null;
  const from: Point = [x + a[0], y + a[1]];
  const to: Point = [x + b[0], y + b[1]];
  return { from, to, by: [2 * at[0] - (from[0] + to[0]) / 2, 2 * at[1] - (from[1] + to[1]) / 2] };
}

/** The figure to place: the one chosen, if it may be placed at all, else the first. */
export function chosenFigure(figures: string[], chosen: string | null): string | null {
  if (!figures.length) return null;
  return chosen && figures.includes(chosen) ? chosen : (figures[0] ?? null);
}

/** Kinds of figures, if there is a place where more than one kind could go. */
function figureChoice(options: Option[]): string[] {
  const kinds = new Set<string>();
  const places = new Map<string, string>();
  let shared = false;
  for (const { figure, at } of options) {
    if (!figure || !at) continue;
    kinds.add(figure);
    const place = at.map((value) => value.toFixed(2)).join();
    const other = places.get(place);
    if (other && other !== figure) shared = true;
    places.set(place, figure);
  }
  return shared ? [...kinds] : [];
}

/** Spots that would lie on one another are put on a small circle around their place. */
export function spread(options: Option[]): Spot[] {
  const groups: { at: Point; options: Option[] }[] = [];
  for (const option of options) {
    const at = option.at as Point;
    const group = groups.find((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < APART);
    if (group) group.options.push(option);
    else groups.push({ at, options: [option] });
  }
  return groups.flatMap(({ at, options: here }) =>
    here.length === 1
      ? [{ option: here[0] as Option, at }]
      : here.map((option, number) => {
          const angle = (2 * Math.PI * number) / here.length - Math.PI / 2;
          const radius = Math.max(RADIUS, (APART * here.length) / (2 * Math.PI));
          return { option, at: [at[0] + radius * Math.cos(angle), at[1] + radius * Math.sin(angle)] as Point };
        }),
  );
}

/** The next legal turn of a cell, clockwise or back. */
export function turned(cell: Cell, option: Option, step: 1 | -1): Option {
  const place = cell.turns.indexOf(option);
  return cell.turns[(place + step + cell.turns.length) % cell.turns.length] as Option;
}

/** The option to begin with on a cell: turned as the last one if that is legal, else the first legal one. */
export function firstTurn(cell: Cell, turn: number | null | undefined): Option {
  return cell.turns.find((option) => option.target.turn === turn) ?? (cell.turns[0] as Option);
}

/** The nearest cell or spot in a direction; what lies straight ahead counts as nearer. */
export function towards<T>(from: Point, places: { at: Point; item: T }[], dx: number, dy: number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const { at, item } of places) {
    const ahead = (at[0] - from[0]) * dx + (at[1] - from[1]) * dy;
    const aside = Math.abs((at[0] - from[0]) * dy) + Math.abs((at[1] - from[1]) * dx);
    if (ahead < 0.01 || aside > 2.5 * ahead + 0.01) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return best;
}

export const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The cell that an option is about. */
export function cellOf({ at, target: { x, y } }: Option): Point {
  return [Math.floor(at?.[0] ?? x ?? 0), Math.floor(at?.[1] ?? y ?? 0)];
}

/** The option of a cell or spot in a direction from the one chosen, or the first; null if there is none. */
export function stepped({ cells, spots }: Choices, chosen: Option | null, turn: number, dx: number, dy: number): Option | null {
  const places = cells.length
    ? cells.map((cell) => ({ at: [cell.x + 0.5, cell.y + 0.5] as Point, item: firstTurn(cell, turn) }))
    : spots.map(({ at, option }) => ({ at, item: option }));
  const from = chosen?.at ?? (chosen?.target.type === 'cell' ? ([(chosen.target.x ?? 0) + 0.5, (chosen.target.y ?? 0) + 0.5] as Point) : null);
  return from ? towards(from, places, dx, dy) : (places[0]?.item ?? null);
}

/** The option a typed text means: its notation, its sentence or its number in the list. */
export function typed(options: Option[], text: string): Option | null {
  const wanted = plain(text);
  if (!wanted) return null;
  const number = /^\d+$/.test(wanted) ? options[Number(wanted) - 1] : undefined;
  const said = options.filter((option) => plain(option.sentence) === wanted); // several where only the place differs
  return options.find((option) => plain(option.text) === wanted) ?? (said.length === 1 ? said[0] : undefined) ?? number ?? null;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[()]/g, ' ')
    .replace(/\s*,\s*/g, ',')
    .replace(/\s*(r[0-3])$/, ' $1')
    .replace(/\s+/g, ' ')
    .trim();
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
