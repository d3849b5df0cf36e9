/** Tiles as bitmaps. A board of 250 drawn tiles has so many parts that a browser cannot move it smoothly; so each drawing
 * is painted once, and the board shows the painting. */

import { SvelteMap } from 'svelte/reactivity';

const SIDE = 288; // pixels; a tile is rarely shown larger
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

async function work(): Promise<void> {
  painters++;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext('2d');
  for (let symbol = queue.shift(); symbol && pen; symbol = queue.shift()) {
    try {
      const picture = new Image(SIDE, SIDE);
      picture.src = `data:image/svg+xml,${encodeURIComponent(standalone(symbol))}`;
      await picture.decode();
      pen.drawImage(picture, 0, 0, SIDE, SIDE);
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
function standalone(symbol: string): string {
  const parts = new Map<string, string>();
  const collect = (name: string): void => {
    const element = parts.has(name) ? null : document.getElementById(name);
    if (!element) return;
    const text = new XMLSerializer().serializeToString(element);
    parts.set(name, text);
    for (const [, other] of text.matchAll(NAMES)) collect(other as string);
  };
  collect(symbol.slice(1));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 100 100">` +
    `<defs>${[...parts.values()].join('')}</defs><use href="${symbol}" width="100" height="100"/></svg>`
  );
}
