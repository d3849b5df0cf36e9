/** The texts of the notices, in the three languages. */

import { fill, language, type Language } from '../../lib/i18n.svelte';
import ca from './ca.json';
import en from './en.json';
import es from './es.json';

export type Said = keyof typeof es;

const TEXTS: Record<Language, Record<Said, string>> = { es, ca, en };

export function s(key: Said, fields: Record<string, string | number> = {}): string {
  return fill(TEXTS[language()][key], fields);
}
