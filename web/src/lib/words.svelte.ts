/** Words of the game (pieces, kinds of features ...) from the catalogue that every surface shares, as the edition's book has them. */

import { get } from './http';
import { language, takeWords, word } from './i18n.svelte';

export { word };

interface Told {
  words: Record<string, string>;
  source: Record<string, string>;
}

let sources = $state.raw<Record<string, string>>({});
let loaded = '';

/** The words of an edition; without one, those of the first box. */
export async function needWords(edition = ''): Promise<void> {
  const spoken = language();
  const wanted = `${spoken} ${edition}`;
  if (loaded === wanted) return;
  const found = await get<Told>(`/api/texts?edition=${encodeURIComponent(edition)}`);
  loaded = wanted;
  sources = found.source;
  takeWords(spoken, found.words);
}

/** What points came from: roads, ingots, agriculture. */
export function sourceTitle(source: string): string {
  return sources[source] ?? word(source, 2);
}
