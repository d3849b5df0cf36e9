/** What holds for the texts of a folder of `src`, in all languages. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../src/lib/i18n.svelte';

export type Texts = Record<string, string>;

/** The files of a folder as they are written, not as the build fills them in. */
export function written(folder: string): Record<Language, Texts> {
  const path = new URL(`../src/${folder}/`, import.meta.url).pathname;
  return Object.fromEntries(LANGUAGES.map((code) => [code, JSON.parse(readFileSync(`${path}${code}.json`, 'utf-8'))])) as Record<Language, Texts>;
}

export const fields = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();

export function checkLanguages(folder: string): void {
  const found = written(folder);
  const { es } = found;
  test.each(LANGUAGES)('%s has every key and no other, with the same fields, and none is empty', (code) => {
    expect(Object.keys(found[code]).sort()).toEqual(Object.keys(es).sort());
    for (const [key, text] of Object.entries(es)) {
      expect(found[code][key]?.trim(), key).toBeTruthy();
      expect(fields(found[code][key] ?? ''), key).toEqual(fields(text));
    }
  });
}

/** Tests of the texts that a screen brings along. */
export function checkTexts(folder: string): void {
  checkLanguages(folder);

  test('every key is used', () => {
    const path = new URL(`../src/${folder}/`, import.meta.url).pathname;
    const code = readdirSync(path)
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(path + name, 'utf-8'))
      .join('\n');
    expect(Object.keys(written(folder).es).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
}
