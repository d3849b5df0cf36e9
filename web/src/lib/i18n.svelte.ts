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

/** A text of the page; `{name}` is filled in, `one|many` chosen by `n`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(TEXTS[current][key], values);
}

export function fill(text: string, values: Record<string, string | number>): string {
  const [one = '', many] = text.split('|');
  const chosen = many === undefined || values.n === 1 ? one : many;
  return chosen.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}
