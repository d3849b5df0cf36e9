import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ca from '../src/i18n/ca.json';
import en from '../src/i18n/en.json';
import es from '../src/i18n/es.json';
import { chooseLanguage, fill, listed, speak, takeWords, word } from '../src/lib/i18n.svelte';

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

describe('words of the game', () => {
  const piece = (name: string, n = 1): string => (name === 'tile' ? (n === 1 ? 'pieza' : 'piezas') : name);

  test('stand in a text, one or several, as the book of the game has them', () => {
    expect(fill('la {@tile} y las {@tile+}', {}, piece)).toBe('la pieza y las piezas');
    expect(fill('{@Tile+} por salir', {}, piece)).toBe('Piezas por salir');
    expect(fill('{n} {@tile:n}', { n: 1 }, piece)).toBe('1 pieza');
    expect(fill('{n} {@tile:n}', { n: 0 }, piece)).toBe('0 piezas');
  });

  test('are there before a game is: those of the first box', () => {
    speak('es');
    expect(word('tile', 2)).toBe('losetas');
    takeWords('es', { tile: 'pieza|piezas' });
    expect(word('tile', 2)).toBe('piezas');
    takeWords('ca', { tile: 'peça|peces' }); // come too late: Spanish is spoken again
    expect(word('tile', 2)).toBe('losetas');
    expect(word('flying_machine')).toBe('flying machine');
  });

  test('no text of the page has the word of one book only', () => {
    const found = Object.entries(es).filter(([key, text]) => !key.startsWith('word.') && /\b(losetas?|piezas?|claustros?|monasterios?|granjas?|granjeros?|bandidos?|campesinos?)\b/i.test(text));
    expect(found).toEqual([]);
  });
});

test('names are listed as people say them', () => {
  expect(listed(['Ana', 'Luis', 'Eva'], 'es')).toBe('Ana, Luis y Eva');
  expect(listed(['Ana', 'Inés'], 'es')).toBe('Ana e Inés');
  expect(listed(['Anna', 'Òscar', 'Inés'], 'ca')).toBe('Anna, Òscar i Inés');
  expect(listed(['Anna', 'Òscar', 'Inés'], 'en')).toBe('Anna, Òscar and Inés');
});

const WRONG: Record<string, RegExp> = {
  es: /\by (Òscar|Inés|Anna)|\b1 \w+(as|es|os)\b|\b[Tt]ú (coloca|gana)/,
  ca: /\b(de|el|la|per) (Òscar|Inés|Anna)|\b1 \w+(es|nts|ors|ssos)\b|\bTu (col·loca|guanya)/,
  en: /(Òscar|Inés|Anna)'s\b|(?<!player )\b1 \w+s\b|\bYou (wins|lays|places)/,
};

test.each(Object.keys(LANGUAGES))('%s: nothing is glued to a name, 1 is singular, and no brace is left', (code) => {
  for (const [key, text] of Object.entries(LANGUAGES[code] ?? {})) {
    const named = [[0, 'Òscar'], [1, 'Inés'], [2, 'Anna']] as const;
    for (const [n, name] of named) {
      const values = Object.fromEntries(fields(text).map((field) => [field, ['name', 'player', 'players'].includes(field) ? name : n]));
      const told = fill(text, { ...values, n });
      expect(told, key).not.toMatch(WRONG[code] as RegExp);
      expect(told, key).not.toMatch(/[{}|]/);
    }
  }
});
