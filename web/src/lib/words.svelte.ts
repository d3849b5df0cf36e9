/** Words of the game (pieces, kinds of regions ...) from the catalogue that every surface shares, as the box on the table has them. */

import { get } from './http';
import { language } from './i18n.svelte';

let words = $state.raw<Record<string, string>>({});
let loaded = $state('');
let wanted = '';

export async function needWords(edition = ''): Promise<void> {
  const speech = language();
  const name = (wanted = `${speech}/${edition}`);
  if (loaded === name) return;
  const found = await get<{ words: Record<string, string> }>(`/api/texts?edition=${encodeURIComponent(edition)}&lang=${speech}`);
  if (name !== wanted) return; // another was asked for meanwhile
  loaded = name;
  words = found.words;
}

/** A word, in the plural unless there is one of it; an unknown one as it is. */
export function word(name: string, n = 1): string {
  return inNumber(words[name] ?? name.replaceAll('_', ' '), n);
}

/** The same in the page's language; nothing if it is not known, or not in this language yet. */
export function spoken(name: string, n: number): string | null {
  const found = loaded.startsWith(`${language()}/`) ? words[name] : undefined;
  return found === undefined ? null : inNumber(found, n);
}

function inNumber(text: string, n: number): string {
  const [one = '', many] = text.split('|');
  return n === 1 || many === undefined ? one : many;
}
