/** Tiles as bitmaps. A board of 250 drawn tiles has so many parts that a browser cannot move it smoothly; so each drawing
 * is painted once, and the board shows the painting. */

import { SvelteMap } from 'svelte/reactivity';

const SIDE = 288; // pixels; a tile is rarely shown larger
const SMALL_SIDE = 128;
const SMALL = ' small'; // after the name of a symbol: its calmer painting
const PAINTERS = 3; // at work side by side: decoding and encoding happen elsewhere
const SHOWN_EVERY = 250; // milliseconds: showing each painting on its own would paint the board as often
const NAMES = /(?:href="#|url\(#)([\w.-]+)/g;

/** A tile with fewer pixels is shown calmer: without what would be noise. */
export const SMALL_TILE = 40;

const ready = new SvelteMap<string, string>();
const asked = new Set<string>();
const queue: string[] = [];
const done: [string, string][] = [];
let painters = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The address of a painted symbol, once it is there; for a small tile the calmer one, if that is there. */
export function bitmap(symbol: string, small = false): string | undefined {
  return (small ? ready.get(symbol + SMALL) : undefined) ?? ready.get(symbol);
}

/** Paint symbols of the page that were not painted yet. */
export function paint(symbols: Iterable<string>, small = false): void {
  for (const symbol of symbols) {
    const name = small ? symbol + SMALL : symbol;
    if (asked.has(name)) continue;
    asked.add(name);
    queue.push(name);
  }
  while (painters < PAINTERS && queue.length) void work();
}

async function work(): Promise<void> {
  painters++;
  const canvas = document.createElement('canvas');
  for (let name = queue.shift(); name; name = queue.shift()) {
    try {
      const small = name.endsWith(SMALL);
      const side = small ? SMALL_SIDE : SIDE;
      const picture = new Image(side, side);
      picture.src = `data:image/svg+xml,${encodeURIComponent(standalone(name.replace(SMALL, ''), small, side))}`;
      await picture.decode();
      canvas.width = canvas.height = side;
      canvas.getContext('2d')?.drawImage(picture, 0, 0, side, side);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (blob) show(name, URL.createObjectURL(blob));
    } catch {
      asked.delete(name); // the drawing does as well
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

/** A symbol with everything it is made of, as a file of its own; what has a calmer drawing for small tiles, with that. */
function standalone(symbol: string, small: boolean, side: number): string {
  const parts = new Map<string, string>();
  const collect = (name: string): void => {
    if (parts.has(name)) return;
    const calm = small ? document.getElementById(`${name}-small`) : null;
    const element = calm ?? document.getElementById(name);
    if (!element) return;
    const found = new XMLSerializer().serializeToString(element);
    const text = calm ? found.replace(`id="${name}-small"`, `id="${name}"`) : found;
    parts.set(name, text);
    for (const [, other] of text.matchAll(NAMES)) collect(other as string);
  };
  collect(symbol.slice(1));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">` +
    `<defs>${[...parts.values()].join('')}</defs><use href="${symbol}" width="100" height="100"/></svg>`
  );
}
