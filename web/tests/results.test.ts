import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import es from '../src/club/results/es.json';
import { familyName, playerName, signed } from '../src/club/results/texts';
import { speak } from '../src/lib/i18n.svelte';
import { parse } from '../src/lib/router.svelte';
import { checkLanguages } from './texts';

const club = new URL('../src/club/', import.meta.url).pathname;
const files = (folder: string): string[] => readdirSync(folder).filter((name) => /\.(svelte|ts)$/.test(name)).map((name) => readFileSync(folder + name, 'utf-8'));

describe('the texts of results', () => {
  checkLanguages('club/results');

  test('every key is used', () => {
    const code = [...files(club), ...files(`${club}results/`)].join('\n');
    expect(Object.keys(es).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
});

test('families and players have names', async () => {
  await speak('en');
  expect(familyName('base')).toBe('Base game');
  expect(familyName('few', true)).toBe('One to three expansions, with programs');
  expect(familyName('')).toBe('Others');
  expect(familyName('strange-box')).toBe('strange-box');
  expect(playerName({ name: 'Ana', kind: 'member' })).toBe('Ana');
  expect(playerName({ name: '-', kind: 'guest' })).toBe('Guest');
  expect(playerName({ name: 'Greedy', kind: 'computer' })).toBe('Computer · Greedy');
  expect([signed(12), signed(0), signed(-3)]).toEqual(['+12', '0', '-3']);
});

test('their screens have addresses', () => {
  expect(parse('#/member/abc')).toMatchObject({ page: 'member', id: 'abc' });
  expect(parse('#/member')).toMatchObject({ page: 'unknown' });
  expect(parse('#/club/winter/2026')).toMatchObject({ page: 'club', id: 'winter', rest: '2026' });
});
