import { describe, expect, test } from 'vitest';
import { choicesOf, declining, firstTurn, spread, towards, turned, typed } from '../src/lib/options';
import type { Decision, Option, Point } from '../src/lib/view';

function option(text: string, target: Option['target'], more: Partial<Option> = {}): Option {
  return { text, sentence: `say ${text}`, target, at: null, ...more };
}

const cell = (x: number, y: number, turns: number): Option =>
  option(`${x},${y} r${turns}`, { type: 'cell', x, y, turns }, { at: [x + 0.5, y + 0.5] });
const place = (figure: string, at: Point): Option =>
  option(`${figure} road N`, { type: 'segment', x: 0, y: 0, segment: 'road N' }, { figure, at });
const pass = option('pass', { type: 'none' });

function decision(...options: Option[]): Decision {
  return { seat: 0, kind: 'figure', module: 'base', clause: 'BASE', question: '?', optional: true, options };
}

describe('options by where they are shown', () => {
  test('cells gather their legal turns, clockwise', () => {
    const { cells, spots } = choicesOf(decision(cell(1, 0, 3), cell(0, 1, 2), cell(1, 0, 1)));
    expect(cells.map(({ key, turns }) => [key, turns.map(({ target }) => target.turns)])).toEqual([
      ['1,0', [1, 3]],
      ['0,1', [2]],
    ]);
    expect(spots).toEqual([]);
  });

  test('what has no place of its own becomes a button', () => {
    const space = option('space 7', { type: 'track', space: 57 });
    const seat = option('player 2 follower 3', { type: 'seat', seat: 1 });
    const scoring = option('messenger', { type: 'track', seat: 0 });
    const choices = choicesOf(decision(pass, space, seat, scoring));
    expect(choices.buttons).toEqual([pass, scoring]);
    expect([...choices.spaces]).toEqual([[7, [space]]]);
    expect([...choices.seats]).toEqual([[1, [seat]]]);
  });

  test('a kind of answer that nobody foresaw can still be given', () => {
    const strange = option('build bridge', { type: 'nowhere' as 'none' });
    expect(choicesOf(decision(strange)).buttons).toEqual([strange]);
  });

  test('figures are chosen first where several kinds could go to one place', () => {
    const asked = decision(place('follower', [0.5, 0.2]), place('big', [0.5, 0.2]), pass);
    expect(choicesOf(asked).figures).toEqual(['follower', 'big']);
    expect(choicesOf(asked).spots.map((spot) => spot.option.figure)).toEqual(['follower']);
    expect(choicesOf(asked, 'big').spots.map((spot) => spot.option.figure)).toEqual(['big']);
    expect(choicesOf(asked, 'pig').spots.map((spot) => spot.option.figure)).toEqual(['follower']);
  });

  test('figures that share no place are shown all at once', () => {
    const choices = choicesOf(decision(place('follower', [0.5, 0.2]), place('abbot', [0.2, 0.7])));
    expect(choices.figures).toEqual([]);
    expect(choices.spots).toHaveLength(2);
  });

  test('spots on one another are spread so that each can be tapped', () => {
    const spots = spread([1, 2, 3, 4].map((number) => option(`${number}`, { type: 'tile' }, { at: [0.5, 0.5] })));
    const gaps = spots.flatMap((a, number) => spots.slice(0, number).map((b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])));
    expect(Math.min(...gaps)).toBeGreaterThan(0.14);
  });

  test('nothing is asked, nothing is shown', () => {
    expect(choicesOf(null).all).toEqual([]);
  });
});

describe('turning a tile', () => {
  const [here] = choicesOf(decision(cell(0, 1, 3), cell(0, 1, 0), cell(0, 1, 2))).cells;
  const at = (option: Option): number | null | undefined => option.target.turns;

  test('visits only legal turns, round and round', () => {
    if (!here) throw new Error('no cell');
    const first = firstTurn(here, null);
    expect(at(first)).toBe(0);
    expect(at(turned(here, first, 1))).toBe(2);
    expect(at(turned(here, turned(here, first, 1), 1))).toBe(3);
    expect(at(turned(here, first, -1))).toBe(3);
  });

  test('keeps the turn of the last cell where that is legal', () => {
    if (!here) throw new Error('no cell');
    expect(at(firstTurn(here, 2))).toBe(2);
    expect(at(firstTurn(here, 1))).toBe(0);
  });
});

test('arrow keys go to the nearest place ahead', () => {
  const places = [[2.5, 0.5], [1.5, 0.6], [0.5, 3.5]].map((at) => ({ at: at as Point, item: at.join() }));
  expect(towards([0.5, 0.5], places, 1, 0)).toBe('1.5,0.6');
  expect(towards([0.5, 0.5], places, 0, 1)).toBe('0.5,3.5');
  expect(towards([0.5, 0.5], places, -1, 0)).toBeNull();
});

test('an answer may be typed as notation, in words or as a number', () => {
  const options = [cell(1, 0, 2), pass];
  expect(typed(options, '(1, 0)r2')).toBe(options[0]);
  expect(typed(options, ' PASS ')).toBe(pass);
  expect(typed(options, 'say pass')).toBe(pass);
  expect(typed(options, '2')).toBe(pass);
  expect(typed(options, '3')).toBeNull();
  expect(typed(options, '')).toBeNull();
});

test('the pass button declines, whatever declining is called', () => {
  const none = option('no capture', { type: 'none' });
  expect(declining([place('follower', [0, 0]), pass])).toBe(pass);
  expect(declining([none])).toBe(none);
  expect(declining([place('follower', [0, 0])])).toBeNull();
});
