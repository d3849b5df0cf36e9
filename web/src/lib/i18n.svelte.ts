/** The page's own texts. What the game says (questions, sentences, names) comes from the server in the same language. */

import LISTED from '../../../src/bastida/kernel/languages.json';
import type en from '../i18n/en.json';
import { remembered, remember } from './memory';

export type Language = keyof typeof LISTED;
export type Key = keyof typeof en;

export const FALLBACK: Language = 'en';
export const LANGUAGES = Object.keys(LISTED) as Language[];
export const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((code) => [code, LISTED[code].name])) as Record<Language, string>;

/** Those in which the clauses of the rules are written. */
export const WITH_CLAUSES = LANGUAGES.filter((code) => LISTED[code].clauses);

/** The language chosen before, or the browser's first one that we speak, or English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const name of wanted) {
    const code = name.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === code);
    if (found) return found;
  }
  return FALLBACK;
}

let current = $state<Language>(
  typeof navigator === 'undefined' ? FALLBACK : chooseLanguage([remembered('language') ?? '', ...navigator.languages]),
);

export function language(): Language {
  return current;
}

let asked: Language = current;

/** Speak another language, as soon as its texts are here. */
export async function speak(wanted: Language): Promise<void> {
  asked = wanted;
  await Promise.all(catalogues.map((fetched) => fetched(wanted)));
  if (asked !== wanted) return; // somebody chose again meanwhile
  current = wanted;
  remember('language', wanted);
}

// -- catalogues -------------------------------------------------------------------------------------------------------------

type Texts<Said extends string> = Record<Said, string>;

const catalogues: ((language: Language) => Promise<void>)[] = [];

/** The texts of a folder, each language fetched when it is chosen; they are here when `ready` says so. `found` are its files. */
export function catalogue<Said extends string>(found: Record<string, () => Promise<unknown>>): (key: Said) => string {
  const held: Partial<Record<Language, Texts<Said>>> = {};
  const folder = Object.keys(found)[0]?.replace(/[^/]+$/, '') ?? '';
  catalogues.push(async (wanted) => {
    held[wanted] ??= (await found[`${folder}${wanted}.json`]?.()) as Texts<Said>;
  });
  return (key) => held[current]?.[key] ?? key;
}

/** Waits until all texts are here in the language that is spoken, which may change meanwhile. */
export async function ready(): Promise<void> {
  for (let spoken: Language | null = null; spoken !== current; ) {
    const now = (spoken = current);
    await Promise.all(catalogues.map((fetched) => fetched(now)));
  }
}

/** A screen that brings texts along, once they are here. (Not awaited in its own module: that would tear the page into pieces.) */
export async function withTexts<Screen>(coming: Promise<Screen>): Promise<Screen> {
  const screen = await coming;
  await ready();
  return screen;
}

const own = catalogue<Key>(import.meta.glob('../i18n/*.json', { import: 'default' }));

// -- words of the game ------------------------------------------------------------------------------------------------------

const OWN: Record<string, Key> = { tile: 'word.tile', fields: 'word.fields', final_scoring: 'word.final_scoring' };

let words = $state.raw<Record<string, string>>({});
let wordsIn = $state<Language>('es');

/** Those of the game on the table, once they are here. */
export function takeWords(spoken: Language, found: Record<string, string>): void {
  words = found;
  wordsIn = spoken;
}

/** A word, in the plural unless there is one of it; an unknown one as it is. */
export function word(name: string, n = 1): string {
  const key = OWN[name]; // for pages that have no game
  const usual = key && own(key);
  const [one = name, many] = ((wordsIn === current ? words[name] : undefined) ?? usual ?? name.replaceAll('_', ' ')).split('|');
  return n === 1 || many === undefined ? one : many;
}

// -- texts ------------------------------------------------------------------------------------------------------------------

/** A text of the page; `{name}` is filled in, `one|many` chosen by `n`, `{@tile}` a word of the game. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(own(key), values);
}

/** `{@tile}` is one tile, `{@tile+}` several, `{@tile:n}` as many as `n` says; `{@Tile}` begins a sentence. */
export function fill(text: string, values: Record<string, string | number>, said = word): string {
  const [one = '', many] = text.split('|');
  const chosen = many === undefined || values.n === 1 ? one : many;
  return chosen
    .replace(/\{@(\w)(\w*)(\+)?(?::(\w+))?\}/g, (_, first: string, rest: string, several?: string, number?: string) => {
      const found = said(first.toLowerCase() + rest, several ? 2 : number ? Number(values[number]) : 1);
      return first === first.toUpperCase() ? found.charAt(0).toUpperCase() + found.slice(1) : found;
    })
    .replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** Names one after another: Ana, Luis y Eva; Ana e Inés. */
export function listed(names: string[], spoken: Language = current): string {
  return new Intl.ListFormat(spoken === 'en' ? 'en-GB' : spoken, { type: 'conjunction' }).format(names);
}
