/** Tiles as bitmaps. A board of 250 drawn tiles has so many parts that a browser cannot move it smoothly; so each drawing
 * is painted once, and the board shows the painting. */

import { SvelteMap } from 'svelte/reactivity';

const SIDE = 288; // pixels; a tile is rarely shown larger
const CALM = '~'; // after the name of a symbol: painted for a tile of few pixels
const CALM_SIDE = 96;
const THIN = 0.5; // lines of a hundredth of a tile and less are noise then
const PAINTERS = 3; // at work side by side: decoding and encoding happen elsewhere
const SHOWN_EVERY = 250; // milliseconds: showing each painting on its own would paint the board as often
const NAMES = /(?:href="#|url\(#)([\w.-]+)/g;

const ready = new SvelteMap<string, string>();
const asked = new Set<string>();
const queue: string[] = [];
const done: [string, string][] = [];
let painters = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The address of a painted symbol, once it is there. */
export function bitmap(symbol: string): string | undefined {
  return ready.get(symbol);
}

/** Paint symbols of the page that were not painted yet. */
export function paint(symbols: Iterable<string>): void {
  for (const symbol of symbols) {
    if (asked.has(symbol)) continue;
    asked.add(symbol);
    queue.push(symbol);
  }
  while (painters < PAINTERS && queue.length) void work();
}

/** The painting of a symbol for a board so far away that roofs and outlines would flicker. */
export function calm(symbol: string): string {
  return symbol + CALM;
}

async function work(): Promise<void> {
  painters++;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  for (let symbol = queue.shift(); symbol && pen; symbol = queue.shift()) {
    try {
      const side = symbol.endsWith(CALM) ? CALM_SIDE : SIDE;
      const picture = new Image(side, side);
      picture.src = `data:image/svg+xml,${encodeURIComponent(standalone(symbol, side))}`;
      await picture.decode();
      canvas.width = canvas.height = side; // and wipes it
      pen.drawImage(picture, 0, 0, side, side);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (blob) show(symbol, URL.createObjectURL(blob));
    } catch {
      asked.delete(symbol); // the drawing does as well
    }
  }
  painters--;
}

/** Put paintings on the board, several at a time. */
function show(symbol: string, address: string): void {
  done.push([symbol, address]);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      for (const [name, painted] of done.splice(0)) ready.set(name, painted);
    },
    queue.length ? SHOWN_EVERY : 0,
  );
}

/** A symbol with everything it is made of, as a file of its own. */
function standalone(wanted: string, side: number): string {
  const symbol = wanted.replace(CALM, '');
  const parts = new Map<string, string>();
  const collect = (name: string, coloured: boolean): void => {
    const element = parts.has(name) ? null : document.getElementById(name);
    if (!element) return;
    const text = new XMLSerializer().serializeToString(symbol === wanted ? element : calmed(element, coloured));
    parts.set(name, text);
    for (const [, other = ''] of text.matchAll(NAMES)) collect(other, coloured || Boolean(element.querySelector(`[fill][href="#${other}"], [fill] [href="#${other}"]`)));
  };
  collect(symbol.slice(1), false);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">` +
    `<defs>${[...parts.values()].join('')}</defs><use href="${symbol}" width="100" height="100"/></svg>`
  );
}

const SHAPES = 'path, circle, ellipse, rect, polygon';

/** A drawing with less in it: no thin lines, and of what gets its colour where it is used only the parts that take it. */
function calmed(element: Element, coloured: boolean): Element {
  const copy = element.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll('[stroke-width]')) {
    if (Number(part.getAttribute('stroke-width')) < THIN) part.removeAttribute('stroke');
  }
  if (coloured) for (const part of copy.querySelectorAll(SHAPES)) if (part.closest('[fill]')) part.remove();
  return copy;
}
