/** What holds for the texts that a screen brings along, in all languages. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

export type Catalogues = Record<'es' | 'ca' | 'en', Record<string, string>>;

const fields = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();

/** Tests of the texts in a folder of `src`. */
export function checkTexts(folder: string, languages: Catalogues): void {
  const { es } = languages;
  test.each(['ca', 'en'] as const)('%s has every key of Spanish and no other, with the same fields', (code) => {
    expect(Object.keys(languages[code]).sort()).toEqual(Object.keys(es).sort());
    for (const [key, text] of Object.entries(es)) expect(fields(languages[code][key] ?? '')).toEqual(fields(text));
  });

  test('every key is used', () => {
    const path = new URL(`../src/${folder}/`, import.meta.url).pathname;
    const code = readdirSync(path)
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(path + name, 'utf-8'))
      .join('\n');
    expect(Object.keys(es).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
}
