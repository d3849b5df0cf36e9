/** The texts of a language that lacks some are filled in when the page is built, from the languages that help it out. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import LISTED from '../src/bastida/kernel/languages.json';

const FALLBACK = 'en';
const LANGUAGES: Record<string, { then: string[] }> = LISTED;

/** The file of a language with what it lacks in the words of the next best one. */
export function filledIn(path: string): Record<string, string> {
  const code = basename(path, '.json');
  const texts: Record<string, string> = {};
  for (const spoken of [FALLBACK, ...(LANGUAGES[code]?.then ?? []).toReversed(), code]) {
    const file = join(dirname(path), `${spoken}.json`);
    if (existsSync(file)) Object.assign(texts, JSON.parse(readFileSync(file, 'utf-8')));
  }
  return texts;
}

export function languages(): Plugin {
  return {
    name: 'languages',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] as string;
      const code = basename(path, '.json');
      if (!path.endsWith('.json') || !(code in LANGUAGES) || !existsSync(join(dirname(path), `${FALLBACK}.json`))) return null;
      return JSON.stringify(filledIn(path));
    },
  };
}
