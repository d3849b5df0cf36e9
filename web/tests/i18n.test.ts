import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import es from '../src/i18n/es.json';
import { filledIn } from '../languages';
import { chooseLanguage, fill, LANGUAGES, language, listed, speak, t, takeWords, word } from '../src/lib/i18n.svelte';
import { checkLanguages, fields, written } from './texts';

const TEXTS = written('i18n');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, 'utf-8')] : [];
  });
}

describe('texts', () => {
  checkLanguages('i18n');

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
  expect(chooseLanguage(['', 'fr-FR', 'ca-ES', 'en'])).toBe('ca');
  expect(chooseLanguage(['en-GB'])).toBe('en');
  expect(chooseLanguage(['fr-FR', 'fr', 'es'])).toBe('es');
  expect(chooseLanguage(['de-AT', 'de'])).toBe('de');
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

  test('are there before a game is: those of the first box', async () => {
    await speak('es');
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
  expect(listed(['Anna', 'Òscar', 'Inés'], 'de')).toBe('Anna, Òscar und Inés');
});

const WRONG: Record<(typeof LANGUAGES)[number], RegExp> = {
  es: /\by (Òscar|Inés|Anna)|\b1 \w+(as|es|os)\b|\b[Tt]ú (coloca|gana)/,
  ca: /\b(de|el|la|per) (Òscar|Inés|Anna)|\b1 \w+(es|nts|ors|ssos)\b|\bTu (col·loca|guanya)/,
  de: /\b(Òscar|Inés|Anna)s\b|\b(des|vom|zum) (Òscar|Inés|Anna)|\b1 (Punkte[n]?|Tage[n]?|Spiele[n]?|Schritte|Stellen|Fragen|Runden|Plätze)\b|\b[Dd]u (legt|gewinnt|nimmt)/,
  en: /(Òscar|Inés|Anna)'s\b|(?<!player )\b1 \w+s\b|\bYou (wins|lays|places)/,
};

test.each(LANGUAGES)('%s: nothing is glued to a name, 1 is singular, and no brace is left', (code) => {
  for (const [key, text] of Object.entries(TEXTS[code])) {
    const named = [[0, 'Òscar'], [1, 'Inés'], [2, 'Anna']] as const;
    for (const [n, name] of named) {
      const values = Object.fromEntries(fields(text).map((field) => [field, ['name', 'player', 'players'].includes(field) ? name : n]));
      const told = fill(text, { ...values, n });
      expect(told, key).not.toMatch(WRONG[code]);
      expect(told, key).not.toMatch(/[{}|]/);
    }
  }
});

describe('a language is fetched when it is chosen', () => {
  test('and until it is here the one before is spoken', async () => {
    await speak('en');
    const coming = speak('de');
    expect([language(), t('home.play')]).toEqual(['en', 'Play now']);
    await coming;
    expect([language(), t('home.play')]).toEqual(['de', 'Jetzt spielen']);
  });

  test('whoever chooses twice hears the last one', async () => {
    await Promise.all([speak('es'), speak('ca')]);
    expect([language(), t('home.play')]).toEqual(['ca', 'Juga ara']);
  });
});

test('what a language lacks is filled in, sentence by sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const texts = { en: { a: 'one', b: 'two', c: 'three' }, es: { a: 'uno', b: 'dos' }, ca: { a: 'u' }, de: {} };
  for (const [code, said] of Object.entries(texts)) writeFileSync(join(folder, `${code}.json`), JSON.stringify(said));
  expect(filledIn(join(folder, 'ca.json'))).toEqual({ a: 'u', b: 'dos', c: 'three' });
  expect(filledIn(join(folder, 'de.json'))).toEqual(texts.en);
  rmSync(folder, { recursive: true });
});
