/** The page's own texts. What the game says (questions, sentences, names) comes from the server in the same language. */

import ca from '../i18n/ca.json';
import en from '../i18n/en.json';
import es from '../i18n/es.json';
import { remembered, remember } from './memory';

export const LANGUAGES = ['es', 'ca', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof es;

const TEXTS: Record<Language, Record<Key, string>> = { es, ca, en };

export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Castellano', ca: 'Català', en: 'English' };

/** The language chosen before, or the browser's first one that we speak, or English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const name of wanted) {
    const code = name.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === code);
    if (found) return found;
  }
  return 'en';
}

let current = $state<Language>(
  typeof navigator === 'undefined' ? 'en' : chooseLanguage([remembered('language') ?? '', ...navigator.languages]),
);

export function language(): Language {
  return current;
}

export function speak(wanted: Language): void {
  current = wanted;
  remember('language', wanted);
}

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
  const own = key && TEXTS[current][key];
  const [one = name, many] = ((wordsIn === current ? words[name] : undefined) ?? own ?? name.replaceAll('_', ' ')).split('|');
  return n === 1 || many === undefined ? one : many;
}

// -- texts ------------------------------------------------------------------------------------------------------------------

/** A text of the page; `{name}` is filled in, `one|many` chosen by `n`, `{@tile}` a word of the game. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(TEXTS[current][key], values);
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
