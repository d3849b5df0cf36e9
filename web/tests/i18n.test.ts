import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ca from '../src/i18n/ca.json';
import en from '../src/i18n/en.json';
import es from '../src/i18n/es.json';
import { chooseLanguage, fill } from '../src/lib/i18n.svelte';

const LANGUAGES: Record<string, Record<string, string>> = { es, ca, en };
const fields = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, 'utf-8')] : [];
  });
}

describe('texts', () => {
  test.each(['ca', 'en'])('%s has every key of Spanish and no other', (code) => {
    expect(Object.keys(LANGUAGES[code] ?? {}).sort()).toEqual(Object.keys(es).sort());
  });

  test.each(Object.keys(es))('%s has the same fields in all languages, and is nowhere empty', (key) => {
    for (const texts of Object.values(LANGUAGES)) {
      expect(texts[key]?.trim()).toBeTruthy();
      expect(fields(texts[key] ?? '')).toEqual(fields(es[key as keyof typeof es]));
    }
  });

  test('every key is used somewhere, and every key used exists', () => {
    const code = sources(new URL('../src', import.meta.url).pathname).join('\n');
    const known = new Set(Object.keys(es));
    const used = new Set([...code.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, key]) => key as string));
    expect([...known].filter((key) => !used.has(key))).toEqual([]);
    const called = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => key as string);
    expect(called.filter((key) => !known.has(key))).toEqual([]);
  });
});

test('the language is the first of the browser that we speak, else English', () => {
  expect(chooseLanguage(['', 'de-DE', 'ca-ES', 'en'])).toBe('ca');
  expect(chooseLanguage(['en-GB'])).toBe('en');
  expect(chooseLanguage(['de-DE', 'de', 'es'])).toBe('es');
  expect(chooseLanguage(['de-DE', 'de'])).toBe('en');
  expect(chooseLanguage(['fr'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

test('a text is filled in, in the plural unless there is one', () => {
  expect(fill('{n} tile|{n} tiles', { n: 1 })).toBe('1 tile');
  expect(fill('{n} tile|{n} tiles', { n: 3 })).toBe('3 tiles');
  expect(fill('hello {name}', {})).toBe('hello {name}');
});
