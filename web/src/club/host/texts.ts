/** The few texts of what the host tells everybody, in the three languages. */

import { language, type Language } from '../../lib/i18n.svelte';
import ca from './ca.json';
import en from './en.json';
import es from './es.json';

const TEXTS: Record<Language, Record<keyof typeof es, string>> = { es, ca, en };

export function h(key: keyof typeof es): string {
  return TEXTS[language()][key];
}
