import { describe, expect, test } from 'vitest';
import { ofDays } from '../src/club/clocks';
import { changed, CLOCKS, clockText, people, tablesOf, waiting, type Challenge, type Person, type Shown, type Table } from '../src/club/lobby/board';
import { speak } from '../src/lib/i18n.svelte';
import { checkLanguages } from './texts';

function table(name: string, state: Table['state'], created: number, free = 1): Table {
  return { table: name, state, created, free, name, preset: null, edition: 'plus', theme: 'summer', parts: [], minutes: 45, clock: null, pace: 'normal', watch: true, rating: null, players: [] };
}

const person = (id: string, name: string): Person => ({ id, name, colour: 'red', bot: false });
const board: Shown = { tables: [table('a', 'open', 1), table('b', 'open', 3), table('c', 'running', 2)], here: [person('x', 'Zoe')], open: 2, running: 1, members: 1, guests: 4 };

describe('the lobby as changes come', () => {
  test('what is new or otherwise takes its place, and what is gone goes', () => {
    const after = changed(board, { tables: [table('b', 'running', 3, 0), table('d', 'open', 4)], gone: ['a'], here: [person('y', 'Ana')], left: ['x'], open: 1, running: 2, members: 1, guests: 3 });
    expect(tablesOf(after, 'open').map(({ table }) => table)).toEqual(['d']);
    expect(tablesOf(after, 'running').map(({ table }) => table)).toEqual(['b', 'c']);
    expect(after.here.map(({ id }) => id)).toEqual(['y']);
    expect([after.open, after.running, after.members, after.guests]).toEqual([1, 2, 1, 3]);
  });

  test('the newest table comes first', () => {
    expect(tablesOf(board, 'open').map(({ table }) => table)).toEqual(['b', 'a']);
  });

  test('whoever looks is the first of those who are here', () => {
    const two = { ...board, here: [person('y', 'Ana'), person('x', 'Zoe')] };
    expect(people(two, 'x').map(({ name }) => name)).toEqual(['Zoe', 'Ana']);
    expect(people(two, null).map(({ name }) => name)).toEqual(['Ana', 'Zoe']);
  });
});

test('a challenge waits until it is answered or its time is over', () => {
  const one = { id: '1', state: 'open', expires: 100 } as Challenge;
  expect(waiting([one, { ...one, state: 'declined' }, { ...one, expires: 50 }], 60)).toEqual([one]);
});

test('a clock is told in words', async () => {
  await speak('en');
  expect(clockText(null)).toBe('No clock');
  expect(clockText({ minutes: 15, increment: 10, at_zero: 'lose' })).toBe('15 min + 10 s');
});

test('a challenge has a usual clock, or days for each turn', () => {
  speak('en');
  expect(ofDays(3)).toEqual({ days: 3, increment: 0, at_zero: 'lose' });
  expect(clockText(ofDays(1))).toBe('1 day a turn');
  expect(CLOCKS.fast).toMatchObject({ minutes: 5, increment: 5 });
  expect(CLOCKS.untimed).toBeNull();
});

describe('texts', () => checkLanguages('club/lobby'));
