import { expect, test } from 'vitest';
import type { Catalogue } from '../src/lib/catalogue.svelte';
import { elementsOf, mostSeats, partsOf, presetOf, toggleElement, toggleSet } from '../src/setup/choice';

const catalogue = {
  editions: [{ id: 'plus', family: 'c', elements: ['farmers'], seats: 6, expansions: ['inns', 'traders', 'postman'] }],
  expansions: [
    { id: 'inns', family: 'c', elements: ['inns', 'big'] },
    { id: 'traders', family: 'c', elements: ['goods', 'builder', 'pig'] },
    { id: 'postman', family: 'c', elements: ['postman'] },
  ],
  elements: [
    { id: 'farmers', needs: [], seats: null },
    { id: 'pig', needs: ['farmers'], seats: null },
    { id: 'postman', needs: [], seats: 5 },
  ],
  presets: [
    { id: 'first', edition: 'plus', expansions: [], without: ['farmers'] },
    { id: 'plus', edition: 'plus', expansions: [], without: [] },
    { id: 'big', edition: 'plus', expansions: ['inns', 'traders'], without: [] },
  ],
} as unknown as Catalogue;

const plus = { edition: 'plus', sets: [], without: [] };
const expansion = (id: string) => catalogue.expansions.find((one) => one.id === id)!;

test('parts chosen one by one are recognised as a preset, in any order', () => {
  const parts = toggleSet(toggleSet(plus, expansion('traders')), expansion('inns'));
  expect(presetOf(parts, catalogue)?.id).toBe('big');
  expect(presetOf(toggleElement(parts, 'big', catalogue), catalogue)).toBeNull();
  expect(presetOf(partsOf(catalogue.presets[0]!), catalogue)?.id).toBe('first');
});

test('an element takes along what needs it, and brings back what it needs', () => {
  const traders = toggleSet(plus, expansion('traders'));
  const without = toggleElement(traders, 'farmers', catalogue);
  expect(elementsOf(without, catalogue)).toEqual(['goods', 'builder']);
  expect(elementsOf(toggleElement(without, 'pig', catalogue), catalogue)).toContain('farmers');
});

test('an expansion put away forgets which of its elements were left out', () => {
  const inns = toggleElement(toggleSet(plus, expansion('inns')), 'big', catalogue);
  expect(toggleSet(inns, expansion('inns'))).toEqual(plus);
});

test('the smallest limit of seats counts', () => {
  expect(mostSeats(plus, catalogue)).toBe(6);
  expect(mostSeats(toggleSet(plus, expansion('postman')), catalogue)).toBe(5);
});
