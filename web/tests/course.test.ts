import { expect, test, vi } from 'vitest';
import { hasPassed, learnt, meet, nextStep, pass, toLearn, type Listed } from '../src/lib/lessons.svelte';
import { nextScoring, pause, stepIn, type Step } from '../src/lib/replay';
import { parse } from '../src/lib/router.svelte';
import type { Entry, View } from '../src/lib/view';

const entry = { seat: 0, source: 'road', points: 3 } as Entry;
const step = (number: number, kind: string, scored: Entry[] = []): Step => ({ step: number, turn: 1, seat: 0, kind, text: '', sentence: '', scored });
const STEPS = [step(1, 'draw'), step(2, 'tile', [entry]), step(3, 'draw'), step(4, 'figure', [entry])];

test('the next scoring is the first after the present step', () => {
  expect([0, 2, 3, 4].map((now) => nextScoring(STEPS, now))).toEqual([2, 4, 4, null]);
});

test('a step of an address is a number within the game', () => {
  expect([stepIn('', 9), stepIn('x', 9), stepIn('4', 9), stepIn('44', 9)]).toEqual([0, 0, 4, 9]);
});

test('scorings stay longer than moves, moves longer than draws, and speed divides', () => {
  const [draw, scoring, , figure] = STEPS;
  expect(pause(draw, 1)).toBeLessThan(pause(step(5, 'tile'), 1));
  expect(pause(step(5, 'tile'), 1)).toBeLessThan(pause(scoring, 1));
  expect(pause(figure, 2) * 2).toBe(pause(figure, 1));
});

const LESSONS: Listed[] = [
  { component: 'plus', name: 'Carcassonne', steps: [{ id: 'tile', title: '' }, { id: 'road', title: '' }] },
  { component: 'tower', name: 'The Tower', steps: [{ id: 'floor', title: '' }] },
];
const playing = (...sets: string[]): Pick<View, 'game'> => ({ game: { edition: 'plus', sets, elements: sets } as unknown as View['game'] });

/** A browser that has remembered nothing yet. */
function fresh(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) });
}

test('steps are remembered one by one, and a lesson is learnt when all are', () => {
  fresh();
  const [plus] = LESSONS as [Listed];
  expect(nextStep('plus', plus.steps)?.id).toBe('tile');
  pass('plus', 'tile');
  pass('plus', 'tile');
  expect([learnt(plus), hasPassed('plus', 'tile'), hasPassed('plus', 'road')]).toEqual([1, true, false]);
  expect(nextStep('plus', plus.steps)?.id).toBe('road');
  expect(toLearn('plus', LESSONS)).toBe(plus);
  pass('plus', 'road');
  expect(toLearn('plus', LESSONS)).toBeUndefined();
  expect(toLearn('nowhere', LESSONS)).toBeUndefined();
  expect(nextStep('plus', plus.steps)?.id).toBe('tile'); // to be done again
});

test('a lesson is offered when its component is met for the first time, unless it has been learnt', () => {
  fresh();
  expect(meet(playing(), LESSONS).map(({ component }) => component)).toEqual(['plus']);
  expect(meet(playing('tower'), LESSONS).map(({ component }) => component)).toEqual(['tower']);
  expect(meet(playing('tower'), LESSONS)).toEqual([]);
  fresh();
  pass('tower', 'floor');
  expect(meet(playing('tower', 'king'), LESSONS).map(({ component }) => component)).toEqual(['plus']);
});

test('addresses of clauses and steps are understood', () => {
  expect(parse('#/learn/tower/floor')).toMatchObject({ page: 'learn', id: 'tower', rest: 'floor' });
  expect(parse('#/rules/plus/BASE-40')).toMatchObject({ page: 'rules', id: 'plus', rest: 'BASE-40' });
  expect(parse('#/replay/abc/17')).toMatchObject({ page: 'replay', id: 'abc', rest: '17' });
});
