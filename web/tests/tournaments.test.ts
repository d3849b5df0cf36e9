import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import es from '../src/club/tournaments/es.json';
import { forfeitText, myMatch, nameOf, signed, stateOf, tableText, type Match, type Table, type Tournament } from '../src/club/tournaments/tournament';
import { come } from '../src/lib/coming';
import { speak } from '../src/lib/i18n.svelte';
import { parse } from '../src/lib/router.svelte';
import type { View } from '../src/lib/view';
import { checkLanguages } from './texts';

const folder = new URL('../src/club/tournaments/', import.meta.url).pathname;
// Told by a value of the server: the state, the status of a table, the pairing.
const BY_VALUE = ['state_entry', 'state_over', 'state_cancelled', 'later', 'waiting', 'playing', 'adjourned', 'over', 'out_of_order', 'swiss', 'round_robin', 'knock_out'];

describe('the texts of the tournaments', () => {
  checkLanguages('club/tournaments');

  test('every key is used', () => {
    const code = readdirSync(folder)
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(folder + name, 'utf-8'))
      .join('\n');
    expect(Object.keys(es).filter((key) => !code.includes(`'${key}'`) && !BY_VALUE.includes(key))).toEqual([]);
  });
});

const match = { board: 1, first: 1, second: 2, forfeit: '', tables: [], match_points: null, field: null } as Match;
const tournament = {
  state: 'running',
  round: 2,
  rounds_in_all: 3,
  mine: { entry: 2 },
  entries: [
    { number: 1, name: 'Ana' },
    { number: 2, name: '' },
  ],
  rounds: [{ number: 2, ended: null, matches: [match] }],
} as unknown as Tournament;

test('what the page says of a tournament', async () => {
  await speak('en');
  expect(nameOf(tournament, 1)).toBe('Ana');
  expect(nameOf(tournament, 0)).toBe('bye');
  expect(nameOf(tournament, 2)).toBe('someone who left');
  expect(stateOf(tournament)).toBe('Round 2 of 3');
  expect(stateOf({ ...tournament, state: 'over' })).toBe('Ended');
  expect(myMatch(tournament)).toBe(match);
  expect(myMatch({ ...tournament, rounds: [{ ...tournament.rounds[0]!, ended: 5 }] })).toBeNull();
  expect(forfeitText(tournament, { ...match, forfeit: 'first' })).toBe('Ana forfeits');
  expect(forfeitText(tournament, match)).toBe('');
  const table: Table = { table: 'x', status: 'over', your_turn: false, seats: [1, 2], points: [50, 40], given_up: true, picture: true, watch: null };
  expect(tableText(table)).toBe('50 : 40 (given up)');
  expect(tableText({ ...table, points: null })).toBe('over');
  expect([signed(2.5), signed(-3), signed(0)]).toEqual(['+2.5', '−3.0', '±0.0']);
});

test('routes lead to a tournament, with or without an invitation', () => {
  expect(parse('#/tournaments')).toMatchObject({ page: 'tournaments' });
  expect(parse('#/tournament/abc/code')).toMatchObject({ page: 'tournament', id: 'abc', rest: 'code' });
});

describe('whoever opens a table of a tournament has come', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['a seat that nobody has taken', 'cup', [false, true], [0], false, true],
    ['one that is taken', 'cup', [true, false], [0], false, false],
    ['another table', null, [false, true], [0], false, false],
    ['a spectator', 'cup', [false, true], [], false, false],
    ['a game that is over', 'cup', [false, true], [0], true, false],
  ])('%s', async (_, tournament, taken, you, over, said) => {
    const asked = vi.fn(() => Promise.resolve(new Response('{"tables":[]}')));
    vi.stubGlobal('fetch', asked);
    const players = taken.map((one, seat) => ({ seat, taken: one }));
    await come({ settings: { tournament }, players, you, over } as unknown as View);
    expect(asked).toHaveBeenCalledTimes(said ? 1 : 0);
  });
});
