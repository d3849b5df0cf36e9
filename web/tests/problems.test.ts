import { describe, expect, test } from 'vitest';
import { chosen, dayOf, judged, nextOf, ofTheDay, type List, type Listed, type Question } from '../src/problems/list.svelte';
import { after, rated, type Progress } from '../src/problems/progress.svelte';

const one = (id: string, rating: number, themes = ['close'], preset = 'plus'): Listed => ({ id, preset, name: preset, seats: 2, rating, themes });
const all: List = { problems: [one('a', 800), one('b', 1200, ['keep']), one('c', 1600, ['close'], 'winter')], themes: {}, first_day: '2026-01-01', stride: 2 };
const fresh: Progress = { rating: 1000, streak: 0, best: 0, tried: 0, results: {}, days: [] };

test('every problem has its day, one after the other, and a day the same one everywhere', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
  expect(days.map((day) => ofTheDay(all, day)?.id)).toEqual(['a', 'c', 'b', 'a']);
  expect(ofTheDay(all, '2025-12-31')?.id).toBe('b');
  expect(dayOf(new Date(2026, 2, 9, 23, 59))).toBe('2026-03-09');
});

test('problems are found by theme and game', () => {
  expect(chosen(all.problems, 'close', '').map(({ id }) => id)).toEqual(['a', 'c']);
  expect(chosen(all.problems, 'close', 'winter').map(({ id }) => id)).toEqual(['c']);
});

test('the next one is as hard as its reader is good, and new; then those that were missed', () => {
  expect(nextOf(all.problems, { ...fresh, rating: 1150 })?.id).toBe('b');
  expect(nextOf(all.problems, { ...fresh, rating: 1150, results: { b: 'missed' } })?.id).toBe('a');
  expect(nextOf(all.problems, { ...fresh, results: { a: 'solved', b: 'missed', c: 'solved' } })?.id).toBe('b');
  expect(nextOf(all.problems, { ...fresh, results: { a: 'solved', b: 'solved', c: 'solved' } })).toBeUndefined();
});

test('an answer is told how close it was', () => {
  const question = { answer: 'x', close: [{ text: 'y', loss: 2.4 }, { text: 'z', loss: 3 }], rest: 5 } as Question;
  expect(judged(question, 'x')).toEqual({ right: true, loss: 0, more: false, near: false });
  expect(judged(question, 'y')).toEqual({ right: false, loss: 2.4, more: false, near: true });
  expect(judged(question, 'z')).toEqual({ right: false, loss: 3, more: false, near: false });
  expect(judged(question, 'w')).toEqual({ right: false, loss: 5, more: true, near: false });
});

describe('a rating', () => {
  test('rises with what is hard and falls with what is easy', () => {
    expect(rated(1000, 1000, 1, 100)).toBe(1012);
    expect(rated(1000, 1800, 1, 100)).toBe(1024);
    expect(rated(1000, 800, 0, 100)).toBe(982);
    expect(rated(1000, 1000, 1, 0)).toBe(1024); // the first ones count twice
  });

  test('counts the first try at a problem, and only that', () => {
    const won = after(fresh, 'a', 1000, true, false, '2026-01-01');
    expect(won).toMatchObject({ rating: 1024, streak: 1, best: 1, tried: 1, results: { a: 'solved' }, days: ['2026-01-01'] });
    expect(after(won, 'a', 1000, false, false)).toMatchObject({ rating: 1024, streak: 1, results: { a: 'solved' } });
    const lost = after(won, 'b', 1000, false, false);
    expect(lost).toMatchObject({ streak: 0, best: 1, results: { a: 'solved', b: 'missed' } });
    expect(after(lost, 'b', 1000, true, false)).toMatchObject({ rating: lost.rating, streak: 0, results: { b: 'solved' } });
  });

  test('gains half with a hint', () => {
    expect(after(fresh, 'a', 1000, true, true).rating).toBe(1000);
  });

  test('forgets the oldest results', () => {
    const results = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x${n}`, 'solved' as const]));
    const next = after({ ...fresh, results }, 'a', 1000, true, false);
    expect(Object.keys(next.results)).toHaveLength(2000);
    expect(next.results.a).toBe('solved');
  });
});
