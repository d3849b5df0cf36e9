import { describe, expect, test } from 'vitest';
import { blocks, mentions, pageOf, runs, themeOf, type Clause, type Component } from '../src/lib/book';

const component = (id: string, prefix: string): Component => ({
  id, prefix, name: id, clauses: 1, summary: '', steps: [], minutes: null, facts: [], pictures: [], figures: [],
});
const ALL = [component('plus', 'BASE'), component('farmers', 'BASE'), component('flying', 'FLIGHT')];
const clause: Clause = { id: 'BASE-40', kind: 'clause', section: 'Paso 2', text: 'Un camino está completado.', body: '', language: 'es', examples: [] };

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

test('what stands under a clause is lines and tables, in their order', () => {
  const body = 'First.\n\n- second\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\nLast.';
  expect(blocks(body)).toEqual([
    { kind: 'lines', lines: ['First.', 'second'] },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'lines', lines: ['Last.'] },
  ]);
});
