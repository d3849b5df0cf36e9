/** What can be read without the server: rules with their pictures, and the texts of the lessons. Everything is asked for once, slowly,
 * by way of the service worker, which keeps it (sw.js). A new version of the server is asked again. */

import { sheets } from './art';
import { themeOf, type Chapter, type Component } from './book';
import { catalogue, needCatalogue } from './catalogue.svelte';
import { language } from './i18n.svelte';
import { SCENE } from './scene';

const CACHE = 'facts'; // of the service worker
const PAUSE = 60; // milliseconds between two requests, so that others are not kept waiting
const BUSY = 5000; // milliseconds until a server that has no time is asked again
const LATER = 30_000; // after which the books are fetched even if nobody has opened one

let begun = '';

/** Ask for something that the service worker keeps, once more if the server has no time for it. */
async function asked(path: string, again = true): Promise<Blob> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const answer = await fetch(path, { credentials: 'omit' });
  const body = await answer.blob(); // to its end, whoever needs it
  if (answer.ok) return body;
  if (!again) throw new Error(path);
  await new Promise((resolve) => setTimeout(resolve, BUSY));
  return asked(path, false);
}

async function read<T>(path: string): Promise<T> {
  return JSON.parse(await (await asked(path)).text()) as T;
}

/** Every address of the books in a language; those of pictures last. */
async function addresses(speech: string): Promise<string[]> {
  const lang = `lang=${speech}`;
  const pictures = new Set<string>();
  const tiles = new Map<string, Set<string>>(); // by theme
  const drawn = (theme: string, ids: string[]): void => void tiles.set(theme, new Set([...(tiles.get(theme) ?? []), ...ids]));
  drawn('summer', SCENE.map(([tile]) => tile));
  const rules = await read<{ components: Component[] }>(`/api/rules?${lang}`);
  const prefixes = new Set(['TURN']);
  for (const component of rules.components) {
    prefixes.add(component.prefix);
    drawn(themeOf(component, catalogue()), component.pictures);
  }
  for (const prefix of prefixes) {
    const chapter = await read<Chapter>(`/api/rules/${prefix}?${lang}`);
    for (const example of chapter.clauses.flatMap(({ examples }) => examples)) {
      pictures.add(`/api/rules/${prefix}/${example.id}.svg`);
      drawn(example.theme, example.facts.flatMap((fact) => fact.tiles.map(({ tile }) => tile)));
    }
  }
  const lessons = await read<{ lessons: { component: string }[] }>(`/api/lessons?${lang}`);
  for (const { component } of lessons.lessons) await asked(`/api/lessons/${encodeURIComponent(component)}?${lang}`);
  await asked(`/api/catalogue?edition=&${lang}`);
  await asked(`/api/texts?edition=&${lang}`);
  return [...[...tiles].flatMap(([theme, ids]) => sheets(theme, [...ids])), ...pictures];
}

/** Fetch the books in the reader's language, unless they are kept already. */
export async function keepBooks(): Promise<void> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return;
  await needCatalogue();
  const name = `/kept/${language()}`;
  const version = catalogue()?.version ?? '';
  if (begun === name + version) return;
  begun = name + version;
  try {
    const cache = await caches.open(CACHE);
    if ((await (await cache.match(name))?.text()) === version) return;
    const pictures = await addresses(language());
    const sparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    for (const address of sparing ? [] : pictures) await asked(address);
    await cache.put(name, new Response(version));
    await forget(version);
  } catch {
    begun = ''; // another time
  }
}

/** Drawings of another version are of no use. */
async function forget(version: string): Promise<void> {
  const art = await caches.open('art');
  for (const request of await art.keys()) {
    if (new URL(request.url).searchParams.get('v') !== version) await art.delete(request);
  }
}

/** When the books are wanted: as soon as one is opened, or the page runs as an app; else after a while. Not during a game. */
export function bookTimer(page: string): () => void {
  const soon = page === 'rules' || page === 'learn' || matchMedia('(display-mode: standalone)').matches;
  if (page === 'table' || !('serviceWorker' in navigator)) return () => undefined;
  const timer = setTimeout(() => void navigator.serviceWorker.ready.then(() => keepBooks()).catch(() => undefined), soon ? 1500 : LATER);
  return () => clearTimeout(timer);
}
