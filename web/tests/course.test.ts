import { expect, test } from 'vitest';
import { reached, standing, suggested, type Lesson } from '../src/lib/lessons';
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

const lesson = (aim: Lesson['aim']): Lesson => ({ id: 'road', title: '', rule: '', task: '', done: '', missed: '', aim, answers: ['1,0 r1', 'pass'], clauses: [] });
const view = (more: Partial<View> = {}): View => ({ active: 0, over: false, log: [], figures: [], ledger: [], decision: null, ...more }) as View;
const options = (...texts: string[]): View['decision'] => ({ options: texts.map((text) => ({ text })) }) as View['decision'];

test('an aim shows in the view', () => {
  const road = lesson({ kind: 'points', source: 'road', points: 3 });
  expect(reached(road, view())).toBe(false);
  expect(reached(road, view({ ledger: [{ ...entry, points: 2 }, { ...entry, seat: 1 }, { ...entry, source: 'city' }] }))).toBe(false);
  expect(reached(road, view({ ledger: [entry] }))).toBe(true);
  expect(reached(lesson({ kind: 'tile', source: '', points: 0 }), view({ log: [{ seq: 1, seat: 0, kind: 'tile', sentence: '', cells: [] }] }))).toBe(true);
  expect(reached(lesson({ kind: 'figure', source: '', points: 0 }), view({ figures: [{ seat: 1, kind: 'follower' }] }))).toBe(false);
});

test('a lesson is over when it is reached or the turn has passed', () => {
  const road = lesson({ kind: 'points', source: 'road', points: 3 });
  expect(standing(road, view())).toBe('open');
  expect(standing(road, view({ active: 1 }))).toBe('missed');
  expect(standing(road, view({ over: true }))).toBe('missed');
  expect(standing(road, view({ active: 1, ledger: [entry] }))).toBe('reached');
});

test('what is suggested can be answered now', () => {
  const road = lesson({ kind: 'points', source: 'road', points: 3 });
  expect(suggested(road, view({ decision: options('0,1 r0', '1,0 r1') }))).toBe('1,0 r1');
  expect(suggested(road, view({ decision: options('follower road W', 'pass') }))).toBe('pass');
  expect(suggested(road, view())).toBeUndefined();
});

test('addresses of clauses and steps are understood', () => {
  expect(parse('#/rules/plus/BASE-40')).toMatchObject({ page: 'rules', id: 'plus', rest: 'BASE-40' });
  expect(parse('#/replay/abc/17')).toMatchObject({ page: 'replay', id: 'abc', rest: '17' });
});
