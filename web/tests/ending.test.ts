import { describe, expect, test } from 'vitest';
import { counts, early, finalEntries, nextLevel, pace, sums, told, won } from '../src/lib/ending';
import type { Entry, View } from '../src/lib/view';

const line = (seat: number, points: number, source: string, final = true): Entry =>
  ({ turn: 9, seat, points, figure: 0, final, source, clause: '', finished: false, lines: [], halved: false, cells: [], region: null, sentence: source, arithmetic: '' });
const track = (points: number): View['players'][number]['track'] => [{ points, space: points % 50, laps: 0, lying: false, tokens: [] }];
const player = (seat: number, points: number, more: object = {}): View['players'][number] =>
  ({ seat, name: `P${seat}`, points, track: track(points), supply: { follower: 7 }, kind: 'here', level: null, ...more }) as unknown as View['players'][number];
const noted = (sentence: string, at: number | null): View['log'][number] => ({ seq: 1, seat: 0, kind: at === null ? 'tile' : 'score', sentence, cells: [], clause: '', tile: '', line: at });

/** Two points in the game; then 3 for a road of seat 0, 0 for a field of seat 1, 4 for a city of both. */
const view = {
  you: [0], winners: [1], over: true, outcome: { reason: 'finished', winners: [1] },
  players: [player(0, 7), player(1, 6)],
  figures: [],
  ledger: [line(1, 2, 'road', false), line(0, 3, 'road'), line(1, 0, 'field'), line(0, 4, 'city'), line(1, 4, 'city')],
  log: [noted('laid', null), noted('road', 0), noted('final road', 1), noted('field', 2), noted('city', 3), noted('city', 4), noted('rematch', null)],
  ending: {
    players: [{ points: 0, track: track(0), supply: { follower: 5 } }, { points: 2, track: track(2), supply: { follower: 4 } }],
    figures: [
      { seat: 0, kind: 'follower', at: [0, 0], leaves: 1 },
      { seat: 0, kind: 'follower', at: [1, 0], leaves: 4 },
      { seat: 1, kind: 'follower', at: [2, 0], leaves: 2 },
      { seat: 1, kind: 'follower', at: [3, 0], leaves: 4 },
      { seat: 1, kind: 'follower', at: [4, 0], leaves: 0 },
      { seat: null, kind: 'dragon', at: [5, 0], leaves: null },
    ],
    lines: [
      { line: 1, points: 3, track: track(3) },
      { line: 2, points: 2, track: track(2) },
      { line: 3, points: 7, track: track(7) },
      { line: 4, points: 6, track: track(6) },
    ],
  },
} as unknown as View;

const standing = (lines: number): number[] => told(view, lines).figures.map(({ at }) => at?.[0] ?? -1);

describe('an ending', () => {
  test('is told line by line', () => {
    expect(finalEntries(view).map(({ source }) => source)).toEqual(['road', 'field', 'city', 'city']);
    const points = [0, 1, 2, 3, 4].map((lines) => told(view, lines).players.map((one) => one.points));
    expect(points).toEqual([[0, 2], [3, 2], [3, 2], [7, 2], [7, 6]]);
    expect(told(view, 1).players[0]?.track).toEqual(track(3));
    expect(told(view, 5)).toBe(view);
  });

  test('lets figures stand until their feature was told, and those that score nothing leave first', () => {
    expect(standing(0)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(standing(1)).toEqual([0, 1, 2, 3, 5]);
    expect(standing(2)).toEqual([1, 2, 3, 5]);
    expect(standing(3)).toEqual([1, 3, 5]);
    expect(standing(4)).toEqual([1, 3, 5]); // the last line is told like the others
    expect(told(view, 3).players.map(({ supply }) => supply)).toEqual([{ follower: 6 }, { follower: 6 }]);
  });

  test('adds to ledger and log as it goes', () => {
    expect([0, 1, 3].map((lines) => told(view, lines).ledger.length)).toEqual([1, 2, 4]);
    expect(told(view, 0).log.map(({ sentence }) => sentence)).toEqual(['laid', 'road', 'rematch']);
    expect(told(view, 2).log.map(({ sentence }) => sentence)).toEqual(['laid', 'road', 'final road', 'field', 'rematch']);
  });

  test('without a final scoring is what it is', () => {
    const plain = { ...view, ending: null };
    expect(told(plain, 0)).toBe(plain);
    expect(finalEntries(plain)).toEqual([]);
  });

  test('of many lines is told faster, and what brings nothing fastest', () => {
    expect(pace(line(0, 3, 'road'), 4)).toBe(2200);
    expect(pace(line(0, 3, 'road'), 40)).toBe(1000);
    expect(pace(line(0, 0, 'road'), 400)).toBe(360);
  });
});

describe('the result', () => {
  test('speaks to whoever has one seat', () => {
    expect(won({ winners: [1], you: [1] })).toBe('you');
    expect(won({ winners: [1], you: [0] })).toBe('one');
    expect(won({ winners: [1], you: [0, 1] })).toBe('one');
    expect(won({ winners: [0, 1], you: [1] })).toBe('you_tie');
    expect(won({ winners: [0, 1], you: [] })).toBe('tie');
    expect(won({ winners: [], you: [] })).toBe('nobody');
  });

  test('says why a game ended early', () => {
    const log = [noted('laid', null), { ...noted('P0: resigns', null), kind: 'resign' }];
    expect(early({ outcome: { reason: 'resign', winners: [1] }, log })).toBe('P0: resigns');
    expect(early(view)).toBe('');
    expect(counts(view)).toBe(true);
    expect(counts({ ...view, outcome: { reason: 'agreed', winners: [1] } })).toBe(true);
    expect(counts({ ...view, outcome: { reason: 'resign', winners: [1] } })).toBe(false);
    expect(counts({ ...view, ending: null })).toBe(false);
  });

  test('has the points by source, without those that brought nobody any', () => {
    expect(sums(view)).toEqual([{ source: 'city', points: [4, 4] }, { source: 'road', points: [3, 2] }]);
  });

  test('offers the next level after a game against one computer', () => {
    const levels = ['calm', 'strong'];
    const against = (level: string, ...more: View['players']): Pick<View, 'players' | 'you'> => ({ you: [0], players: [player(0, 1), player(1, 1, { kind: 'computer', level }), ...more] });
    expect(nextLevel(against('calm'), levels)).toBe('strong');
    expect(nextLevel(against('strong'), levels)).toBeNull();
    expect(nextLevel(against('unknown'), levels)).toBeNull();
    expect(nextLevel(against('calm', player(2, 1)), levels)).toBeNull();
    expect(nextLevel({ ...view, you: [0] }, levels)).toBeNull();
  });
});
