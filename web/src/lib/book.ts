/** The rules as text: pages found by any of their names, clauses taken apart for showing. */

import type { Catalogue } from './catalogue.svelte';

export interface Component {
  id: string;
  prefix: string;
  name: string;
  clauses: number;
  summary: string;
  steps: string[];
  minutes: number | null;
  facts: string[]; // players, age, time, components, where the tiles come from
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
  examples: Example[];
}

export interface Laying {
  tile: string;
  x: number;
  y: number;
  turns: number;
}

/** A worked example as the server has played it: how its picture looks, and what it shows. */
export interface Example {
  id: string;
  theme: string; // of the tiles
  across: number;
  down: number;
  facts: { about: string; said: string[]; tiles: Laying[] }[];
  moves: string[];
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

export type Block = { kind: 'lines'; lines: string[] } | { kind: 'table'; head: string[]; rows: string[][] };

/** What stands under a clause besides its examples: lines and tables. */
export function blocks(body: string): Block[] {
  const found: Block[] = [];
  const lines = body.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    if (line.startsWith('|')) {
      const rows: string[][] = [];
      for (; lines[at]?.startsWith('|'); at++) rows.push(cells(lines[at] as string));
      found.push({ kind: 'table', head: rows[0] ?? [], rows: rows.slice(1).filter((row) => !row.every((cell) => /^-+$/.test(cell))) });
    } else {
      const text: string[] = [];
      for (; at < lines.length && !lines[at]?.startsWith('|'); at++) {
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
