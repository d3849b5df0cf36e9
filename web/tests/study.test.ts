import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { choicesOf } from '../src/lib/options';
import type { View } from '../src/lib/view';
import ca from '../src/study/ca.json';
import { after, type Move } from '../src/study/desk.svelte';
import en from '../src/study/en.json';
import { removals } from '../src/study/erasing';
import es from '../src/study/es.json';

const LANGUAGES: Record<string, Record<string, string>> = { es, ca, en };
const fields = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();
const folder = new URL('../src/study/', import.meta.url).pathname;

describe('the texts of the study page', () => {
  test.each(['ca', 'en'])('%s has every key of Spanish and no other, with the same fields', (code) => {
    expect(Object.keys(LANGUAGES[code] ?? {}).sort()).toEqual(Object.keys(es).sort());
    for (const [key, text] of Object.entries(es)) expect(fields(LANGUAGES[code]?.[key] ?? '')).toEqual(fields(text));
  });

  test('every key is used', () => {
    const code = readdirSync(folder)
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(folder + name, 'utf-8'))
      .join('\n');
    expect(Object.keys(es).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });

  test('none has the word of one book only', () => {
    expect(Object.values(es).filter((text) => /\b(losetas?|piezas?|monasterios?|granjas?|campesinos?)\b/i.test(text))).toEqual([]);
  });
});

test('figures and tiles are places to tap, the first tile is not', () => {
  const view = {
    board: [
      { tile: 'D', x: 0, y: 0, turns: 0, seq: 0 },
      { tile: 'U', x: 1, y: 0, turns: 1, seq: 0 },
    ],
    figures: [
      { seat: 0, kind: 'follower', x: 1, y: 0, segment: 'road E', at: [1.5, 0.5] },
      { seat: 0, kind: 'follower', place: 'aside', index: 0 },
    ],
    players: [{ name: 'Ana', colour: 'red' }],
  } as unknown as View;
  const options = removals(view);
  expect(options.map(({ verb, target }) => [verb, target.x, target.y])).toEqual([
    ['take', 1, 0],
    ['lift', 1, 0],
  ]);
  const choices = choicesOf({ options } as never);
  expect(choices.spots).toHaveLength(2);
  expect(choices.buttons).toHaveLength(0);
});

test('what follows a move are those that name it', () => {
  const moves = [
    { number: 1, before: 0 },
    { number: 2, before: 1 },
    { number: 3, before: 1 },
  ] as Move[];
  expect(after(moves, 1).map(({ number }) => number)).toEqual([2, 3]);
});
