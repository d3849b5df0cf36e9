import { describe, expect, test } from 'vitest';
import { blocks, figureOf, layingOf, mentions, pageOf, runs, themeOf, turnedPoint, type Clause, type Component } from '../src/lib/book';

const component = (id: string, prefix: string): Component => ({
  id, prefix, name: id, clauses: 1, summary: '', steps: [], minutes: null, pictures: [], figures: [],
});
const ALL = [component('plus', 'BASE'), component('farmers', 'BASE'), component('flying', 'FLIGHT')];
const clause: Clause = { id: 'BASE-40', kind: 'clause', section: 'Paso 2', text: 'Un camino está completado.', body: '', language: 'es' };

describe('a page of the rules', () => {
  test.each([
    ['farmers', 'farmers', 'BASE'],
    ['base', 'plus', 'BASE'],
    ['BASE-40', 'plus', 'BASE'],
    ['FLIGHT-X2b', 'flying', 'FLIGHT'],
    ['turn', undefined, 'TURN'],
  ])('is found by %s', (id, wanted, prefix) => {
    const found = pageOf(ALL, id);
    expect([found.component?.id, found.prefix]).toEqual([wanted, prefix]);
  });

  test('is searched whatever case and accents', () => {
    expect(mentions(clause, 'ESTA cam')).toBe(true);
    expect(mentions(clause, 'base-40')).toBe(true);
    expect(mentions(clause, 'ciudad')).toBe(false);
  });
});

test('a chapter has the look of its box', () => {
  const catalogue = {
    editions: [{ id: 'plus', family: 'c', theme: 'summer' }, { id: 'winter', family: 'c', theme: 'snow' }, { id: 'ice', family: 'i', theme: 'stone' }],
    expansions: [{ id: 'floes', prefix: 'FLOE', family: 'i' }, { id: 'flying', prefix: 'FLIGHT', family: 'c' }],
  } as unknown as Parameters<typeof themeOf>[1];
  const looks = [component('winter', 'WINTER'), component('floes', 'FLOE'), component('flying', 'FLIGHT'), component('farmers', 'BASE'), undefined];
  expect(looks.map((one) => themeOf(one, catalogue))).toEqual(['snow', 'stone', 'summer', 'summer', 'summer']);
  expect(themeOf(looks[0], null)).toBe('summer');
});

test('a line is taken apart into code, stress and clauses', () => {
  expect(runs('See `U{N-S}` and **two** of BASE-E2.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'code', text: 'U{N-S}' },
    { kind: 'text', text: ' and ' },
    { kind: 'strong', text: 'two' },
    { kind: 'text', text: ' of ' },
    { kind: 'clause', text: 'BASE-E2' },
    { kind: 'text', text: '.' },
  ]);
});

test('what stands under a clause is lines, tables and examples, in their order', () => {
  const body = 'First.\n\n- second\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```example\nid: BASE-E5\nmoves:\n  D(0,0)r0\n  G(0,-1)r1 : red knight S\nturn: red 3\n```';
  expect(blocks(body)).toEqual([
    { kind: 'lines', lines: ['First.', 'second'] },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    {
      kind: 'example',
      example: {
        moves: [
          { tile: 'D', x: 0, y: 0, turns: 0, figure: '' },
          { tile: 'G', x: 0, y: -1, turns: 1, figure: 'red knight S' },
        ],
        facts: [{ key: 'turn', value: 'red 3' }],
      },
    },
  ]);
});

test('tiles and figures of examples are read as they are written', () => {
  expect(layingOf(' E+garden(-1,2)r3')).toEqual({ tile: 'E+garden', x: -1, y: 2, turns: 3, figure: '' });
  expect(layingOf('red 3')).toBeNull();
  const figures = (name: string): boolean => ['big', 'pig', 'abbot', 'zeppelin'].includes(name);
  expect(figureOf('red big knight E', figures)).toEqual({ colour: 'red', kind: 'big', segment: 'city E', lying: false });
  expect(figureOf('red zeppelin road W', figures)).toEqual({ colour: 'red', kind: 'zeppelin', segment: 'road W', lying: false });
  expect(figureOf('red pig field Es', figures)).toEqual({ colour: 'red', kind: 'pig', segment: 'field Es', lying: false });
  expect(figureOf('blue farmer Nw', figures)).toEqual({ colour: 'blue', kind: 'follower', segment: 'field Nw', lying: true });
  expect(figureOf('red monk', figures)).toEqual({ colour: 'red', kind: 'follower', segment: 'monastery', lying: false });
  expect(figureOf('recall red abbot', figures)).toBeNull();
  expect(turnedPoint([0.5, 0.1], 1)).toEqual([0.9, 0.5]);
});
