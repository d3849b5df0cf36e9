/** Drawings: symbols fetched from the server when first needed and kept in two hidden SVGs of the page. Which pictures there
 * are, and which of them in colours, stands in the catalogue. */

import { SvelteSet } from 'svelte/reactivity';
import { catalogue, needCatalogue } from './catalogue.svelte';
import { text } from './http';
import { SEAT_LOOKS } from './seats';

const PREFIXES: Record<string, string> = { summer: 'su', snow: 'sn', stone: 'st', plain: 'pl' };
const BATCH = 24;
const UNKNOWN = 'unknown'; // the picture of what has none

const asked = new Map<string, Promise<void>>(); // by name: there, or on their way
const holders = new Map<string, SVGSVGElement>();
const drawn = new SvelteSet<string>(); // figures that are there, by the names of their symbols
const undrawn = new SvelteSet<string>(); // drawings of pieces that could not be had

export function tileSymbol(theme: string, tile: string, turns: number): string {
  const turned = turns % 4 ? `-${turns % 4}` : '';
  return `#${PREFIXES[theme] ?? 'su'}-tile-${tile.replaceAll('+', '_')}${turned}`;
}

/** Whether there is a drawing of this name; until the catalogue is there, all names are taken to be good. */
export function known(picture: string): boolean {
  const pictures = catalogue()?.pictures;
  return !pictures || picture in pictures;
}

/** How high a picture is drawn; 1 is an ordinary figure. */
export function heightOf(picture: string): number {
  return catalogue()?.pictures[picture]?.height ?? 1;
}

/** The symbol of a picture: in a colour if it comes in colours, in a pose if it is drawn in it, and a plain counter if it is not drawn at all. */
export function figureSymbol(picture: string, colour: string | null = null, pose = 'standing'): string {
  const paint = (catalogue()?.pictures[picture]?.coloured ?? true) && colour;
  const symbol = (...words: string[]): string => ['fig', ...words].join('-');
  const there = (name: string): boolean => !drawn.size || drawn.has(name);
  const plain = paint ? symbol(picture, paint) : symbol(picture);
  if (!known(picture) || !there(plain)) return `#${colour ? symbol(UNKNOWN, colour) : symbol(UNKNOWN)}`;
  return `#${pose !== 'standing' && there(`${plain}-${pose}`) ? `${plain}-${pose}` : plain}`;
}

/** The colour of a piece of which only the kind is known: none if it is also drawn as nobody's, as figures that belong to nobody are. */
export function usualColour(picture: string, colour: string | null): string | null {
  return drawn.has(`fig-${picture}`) ? null : colour;
}

/** The drawings of tiles; done when all are there, whoever asked for them first. */
export async function needTiles(theme: string, tiles: Iterable<string>): Promise<void> {
  await Promise.all([need(`${theme} defs`, `/api/art/${theme}/defs.svg`), needSome(theme, 'tiles', tiles)]);
}

/** The drawings of pieces that lie on tiles, by the names the view gives them. */
export async function needPieces(theme: string, drawings: Iterable<string>): Promise<void> {
  const wanted = [...drawings];
  try {
    await needSome(theme, 'pieces', wanted);
  } finally {
    for (const name of wanted) {
      if (document.getElementById(name)) undrawn.delete(name);
      else undrawn.add(name);
    }
  }
}

/** Whether the drawing of a piece was asked for and is not to be had. */
export function lacks(drawing: string): boolean {
  return undrawn.has(drawing);
}

export async function needFigures(): Promise<void> {
  await need('figures', '/api/art/figures.svg');
  if (drawn.size) return;
  keep(`<svg xmlns="http://www.w3.org/2000/svg">${unknownSymbols()}</svg>`, 'art unrendered');
  for (const { id } of document.querySelectorAll('.art symbol[id^="fig-"]')) drawn.add(id);
}

async function needSome(theme: string, what: 'tiles' | 'pieces', ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  const name = (id: string): string => `${theme} ${what} ${id}`;
  const missing = wanted.filter((id) => !asked.has(name(id)));
  for (let start = 0; start < missing.length; start += BATCH) {
    const some = missing.slice(start, start + BATCH);
    void fetched(some.map(name), sheet(theme, what, some));
  }
  await Promise.all(wanted.map((id) => asked.get(name(id))));
}

/** The addresses of these tiles' drawings and of what they need, as sheets of many at once. */
export function sheets(theme: string, tiles: string[]): string[] {
  const found = ['/api/art/figures.svg', `/api/art/${theme}/defs.svg`];
  for (let start = 0; start < tiles.length; start += BATCH) found.push(sheet(theme, 'tiles', tiles.slice(start, start + BATCH)));
  return found.map(versioned);
}

function sheet(theme: string, what: 'tiles' | 'pieces', ids: string[]): string {
  return `/api/art/${theme}/${what}.svg?ids=${ids.map(encodeURIComponent).join(',')}`;
}

/** Addresses carry the version of the drawings, so that browsers may keep them for ever. */
function versioned(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}v=${catalogue()?.version ?? ''}`;
}

/** What stands for pictures that nobody has drawn: a counter, in every colour with the mark of its seat, and one of nobody's. */
export function unknownSymbols(): string {
  const counter = (name: string, fill: string, mark: string): string =>
    `<symbol id="fig-${name}" viewBox="0 0 100 100" overflow="visible"><circle cx="50" cy="56" r="36" fill="${fill}" stroke="#2c271e" stroke-width="5"/>` +
    `<circle cx="50" cy="56" r="27" fill="none" stroke="#fffdf4" stroke-width="3"/>${mark}</symbol>`;
  const seats = Object.entries(SEAT_LOOKS).map(([colour, { fill, ink, shape }]) =>
    counter(`${UNKNOWN}-${colour}`, fill, `<path transform="translate(50 56) scale(1.3)" d="${shape}" fill="${ink}"/>`),
  );
  return [counter(UNKNOWN, '#a39a86', ''), ...seats].join('');
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

async function load(path: string): Promise<void> {
  await needCatalogue();
  // Tens of thousands of parts: left out of style and layout, or every change of look would freeze the page. What themes
  // share has a clip path in it, which works only where it is laid out.
  keep(await text(versioned(path)), path.endsWith('/defs.svg') ? 'art' : 'art unrendered');
}

/** Put the symbols of a drawing into the page. */
function keep(svg: string, where: string): void {
  const found = new DOMParser().parseFromString(svg, 'image/svg+xml');
  place(where).append(...found.documentElement.childNodes);
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
