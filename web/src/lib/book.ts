/** The rules as text: pages found by any of their names, clauses taken apart for showing, examples read into tiles. */

import type { Catalogue } from './catalogue.svelte';
import type { Point } from './view';

export interface Component {
  id: string;
  prefix: string;
  name: string;
  clauses: number;
  summary: string;
  steps: string[];
  minutes: number | null;
  pictures: string[];
  figures: string[];
}

export interface Clause {
  id: string;
  kind: 'clause' | 'example' | 'case' | 'ruling';
  section: string;
  text: string;
  body: string;
  language: string;
}

export interface Chapter {
  prefix: string;
  name: string;
  clauses: Clause[];
}

const USUAL_THEME = 'summer';

/** The look of a chapter's tiles: that of its box, or of the boxes it is an expansion of. */
export function themeOf(component: Pick<Component, 'id' | 'prefix'> | undefined, catalogue: Pick<Catalogue, 'editions' | 'expansions'> | null): string {
  if (!component || !catalogue) return USUAL_THEME;
  const { editions, expansions } = catalogue;
  const own = editions.find(({ id }) => id === component.id);
  const family = expansions.find(({ id, prefix }) => id === component.id || prefix === component.prefix)?.family;
  return (own ?? editions.find((edition) => edition.family === family))?.theme ?? USUAL_THEME;
}

/** What an address means: the id of a component, the prefix of a chapter, or a clause. */
export function pageOf(components: Component[], id: string): { component: Component | undefined; prefix: string } {
  const prefix = id.split('-')[0]?.toUpperCase() ?? '';
  const component = components.find((one) => one.id === id) ?? components.find((one) => one.prefix === prefix);
  return { component, prefix: component?.prefix ?? prefix };
}

// -- words ----------------------------------------------------------------------------------------------------------------

export interface Run {
  kind: 'text' | 'code' | 'strong' | 'clause';
  text: string;
}

const RUNS = /`([^`]+)`|\*\*([^*]+)\*\*|\b([A-Z]{2,}-[EXR]?\d+[a-z]?)\b/g;

/** A line of text with its code, its stressed words and the clauses it names. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(RUNS)) {
    const [whole, code, strong, clause] = match;
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    found.push({ kind: code ? 'code' : strong ? 'strong' : 'clause', text: code ?? strong ?? clause ?? '' });
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

export type Block =
  | { kind: 'lines'; lines: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'example'; example: Example };

/** What stands under a clause: lines, tables and example blocks. */
export function blocks(body: string): Block[] {
  const found: Block[] = [];
  const lines = body.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    if (line.startsWith('```')) {
      const end = lines.findIndex((other, place) => place > at && other.startsWith('```'));
      const close = end < 0 ? lines.length : end;
      found.push({ kind: 'example', example: readExample(lines.slice(at + 1, close)) });
      at = close + 1;
    } else if (line.startsWith('|')) {
      const rows: string[][] = [];
      for (; lines[at]?.startsWith('|'); at++) rows.push(cells(lines[at] as string));
      found.push({ kind: 'table', head: rows[0] ?? [], rows: rows.slice(1).filter((row) => !row.every((cell) => /^-+$/.test(cell))) });
    } else {
      const text: string[] = [];
      for (; at < lines.length && !/^(```|\|)/.test(lines[at] as string); at++) {
        if (lines[at]?.trim()) text.push((lines[at] as string).trim().replace(/^- /, ''));
      }
      if (text.length) found.push({ kind: 'lines', lines: text });
    }
  }
  return found;
}

function cells(row: string): string[] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Does a clause hold all the words, whatever their case and accents? */
export function mentions(clause: Clause, words: string): boolean {
  const text = folded(`${clause.id} ${clause.text} ${clause.section} ${clause.body}`);
  return folded(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

// -- examples -------------------------------------------------------------------------------------------------------------

export interface Laying {
  tile: string;
  x: number;
  y: number;
  turns: number;
  figure: string; // as written; empty if none
}

export interface Example {
  moves: Laying[];
  facts: { key: string; value: string }[];
}

const LAYING = /^([\w+]+)\((-?\d+),(-?\d+)\)r([0-3])(?:\s*:\s*(.*))?$/;

export function layingOf(text: string): Laying | null {
  const match = LAYING.exec(text.trim());
  if (!match) return null;
  const [, tile = '', x, y, turns, figure = ''] = match;
  return { tile, x: Number(x), y: Number(y), turns: Number(turns), figure: figure.trim() };
}

function readExample(lines: string[]): Example {
  const example: Example = { moves: [], facts: [] };
  for (const line of lines) {
    const laying = layingOf(line);
    const [, key, value] = /^([a-z][a-z ]*):\s*(.*)$/.exec(line) ?? [];
    if (laying) example.moves.push(laying);
    else if (key && value && key !== 'id') example.facts.push({ key, value });
  }
  return example;
}

export interface Standing {
  colour: string;
  kind: string;
  segment: string; // such as `road E`
  lying: boolean;
}

const GROUND = 'field'; // followers lie there
const ROLES: Record<string, string> = { thief: 'road', knight: 'city', farmer: 'field', monk: 'monastery' };

/** A figure put on a tile: `red knight E`, or with its kind before it; a kind that follows no role is said with its region. */
export function figureOf(text: string, isFigure: (word: string) => boolean): Standing | null {
  const [colour = '', ...words] = text.split(' ');
  if (!words.length || colour === 'recall') return null;
  const kind = isFigure(words[0] as string) ? (words.shift() as string) : 'follower';
  const [role = '', where = ''] = words;
  const segment = `${ROLES[role] ?? role} ${where}`.trim();
  return { colour, kind, segment, lying: ROLES[role] === GROUND };
}

/** A point of an unturned tile after so many quarter turns clockwise. */
export function turnedPoint([x, y]: Point, turns: number): Point {
  let point: Point = [x, y];
  for (let turn = 0; turn < turns; turn++) point = [1 - point[1], point[0]];
  return point;
}
