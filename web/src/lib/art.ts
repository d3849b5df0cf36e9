/** Drawings: symbols fetched from the server when first needed and kept in two hidden SVGs of the page. */

import { catalogue, needCatalogue } from './catalogue.svelte';
import { text } from './http';

const PREFIXES: Record<string, string> = { summer: 'su', snow: 'sn', stone: 'st', plain: 'pl' };
const BATCH = 24;

/** Figures that are drawn in the colour of their player. */
export const PEOPLE: ReadonlySet<string> = new Set([
  'follower', 'big', 'abbot', 'postman', 'builder', 'pig', 'robber', 'messenger', 'member', 'hut',
]);

/** Pieces that belong to nobody. */
export const THINGS: ReadonlySet<string> = new Set([
  'mage', 'witch', 'shaman', 'explorer', 'canoe', 'bridge', 'agriculture', 'ferry', 'ingot', 'floor', 'king', 'baron', 'wine', 'grain',
  'cloth', 'lap-50', 'lap-100',
]);

const asked = new Map<string, Promise<void>>(); // by name: there, or on their way
const holders = new Map<string, SVGSVGElement>();

export function tileSymbol(theme: string, tile: string, turns: number): string {
  const turned = turns % 4 ? `-${turns % 4}` : '';
  return `#${PREFIXES[theme] ?? 'su'}-tile-${tile.replaceAll('+', '_')}${turned}`;
}

export function figureSymbol(kind: string, colour: string | null = null, pose = 'standing'): string {
  return `#${['fig', kind, ...(colour ? [colour] : []), ...(pose === 'standing' ? [] : [pose])].join('-')}`;
}

/** The drawings of tiles; done when all are there, whoever asked for them first. */
export async function needTiles(theme: string, tiles: Iterable<string>): Promise<void> {
  const wanted = [...new Set(tiles)];
  const missing = wanted.filter((tile) => !asked.has(`${theme} ${tile}`));
  for (let start = 0; start < missing.length; start += BATCH) {
    const ids = missing.slice(start, start + BATCH);
    const list = ids.map(encodeURIComponent).join(',');
    void fetched(ids.map((id) => `${theme} ${id}`), `/api/art/${theme}/tiles.svg?ids=${list}`);
  }
  await Promise.all([need(`${theme} defs`, `/api/art/${theme}/defs.svg`), ...wanted.map((tile) => asked.get(`${theme} ${tile}`))]);
}

export function needFigures(): Promise<void> {
  return need('figures', '/api/art/figures.svg');
}

function need(name: string, path: string): Promise<void> {
  return asked.get(name) ?? fetched([name], path);
}

/** Fetch the drawings of these names; after a failure they may be asked for again. */
function fetched(names: string[], path: string): Promise<void> {
  const loading = load(path).catch((error: unknown) => {
    for (const name of names) asked.delete(name);
    throw error;
  });
  for (const name of names) asked.set(name, loading);
  return loading;
}

/** Addresses carry the version of the drawings, so that browsers may keep them for ever. */
async function load(path: string): Promise<void> {
  await needCatalogue();
  const versioned = `${path}${path.includes('?') ? '&' : '?'}v=${catalogue()?.version ?? ''}`;
  const found = new DOMParser().parseFromString(await text(versioned), 'image/svg+xml');
  // Tens of thousands of parts: left out of style and layout, or every change of look would freeze the page. What themes
  // share has a clip path in it, which works only where it is laid out.
  place(path.endsWith('/defs.svg') ? 'art' : 'art unrendered').append(...found.documentElement.childNodes);
}

function place(name: string): SVGSVGElement {
  let holder = holders.get(name);
  if (!holder) {
    holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    holder.setAttribute('class', name);
    holder.setAttribute('aria-hidden', 'true');
    document.body.prepend(holder);
    holders.set(name, holder);
  }
  return holder;
}
