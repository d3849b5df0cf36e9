/** Words of the game (pieces, kinds of regions ...) from the catalogue that every surface shares. */

import { get } from './http';
import { language } from './i18n.svelte';

let words = $state.raw<Record<string, string>>({});
let loaded = '';

export async function needWords(): Promise<void> {
  const wanted = language();
  if (loaded === wanted) return;
  const found = await get<{ words: Record<string, string> }>('/api/texts');
  loaded = wanted;
  words = found.words;
}

/** A word, in the plural unless there is one of it; an unknown one as it is. */
export function word(name: string, n = 1): string {
  const [one = name, many] = (words[name] ?? name.replaceAll('_', ' ')).split('|');
  return n === 1 || many === undefined ? one : many;
}
