import { expect, test } from 'vitest';
import type { Catalogue } from '../src/lib/catalogue.svelte';
import { doubtsOf, elementsOf, mostSeats, partsOf, presetOf, readingOf, toggleElement, toggleSet, unusualOf, usualDraw, type Parts } from '../src/setup/choice';

const catalogue = {
  editions: [
    { id: 'plus', family: 'c', elements: ['farmers'], seats: 6, expansions: ['inns', 'traders', 'postman'] },
    { id: 'hunters', family: 'h', elements: [], seats: 5, expansions: [] },
  ],
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
  switches: [
    { id: 'field', family: 'c', elements: [], values: [{ id: 'open' }, { id: 'shut' }] },
    { id: 'both', family: 'c', elements: ['big', 'pig'], values: [{ id: 'wide' }, { id: 'narrow' }] },
    { id: 'post', family: 'c', elements: ['postman'], values: [{ id: 'early' }, { id: 'late' }, { id: 'never' }] },
    { id: 'camp', family: 'h', elements: [], values: [{ id: 'day' }, { id: 'night' }] },
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

const ids = (parts: Parts): string[] => doubtsOf(parts, catalogue).map(({ id }) => id);

test('only doubts of the box and of parts that are all in play are offered', () => {
  const inns = toggleSet(plus, expansion('inns'));
  expect(ids(plus)).toEqual(['field']);
  expect(ids(inns)).toEqual(['field']);
  expect(ids(toggleSet(inns, expansion('traders')))).toEqual(['field', 'both']);
  expect(ids(toggleElement(toggleSet(inns, expansion('traders')), 'farmers', catalogue))).toEqual(['field']); // the pig goes with them
  expect(ids({ edition: 'hunters', sets: [], without: [] })).toEqual(['camp']);
});

test('a doubt is read as chosen, and as usual where nothing or nonsense was chosen', () => {
  const post = catalogue.switches.find(({ id }) => id === 'post')!;
  expect(readingOf(post, {})).toBe('early');
  expect(readingOf(post, { post: 'never' })).toBe('never');
  expect(readingOf(post, { post: 'sometimes' })).toBe('early');
});

test('usual readings are not named, and those of parts put away are forgotten', () => {
  const postman = toggleSet(plus, expansion('postman'));
  const chosen = { field: 'shut', post: 'late', camp: 'night' };
  expect(unusualOf(chosen, doubtsOf(postman, catalogue))).toEqual({ field: 'shut', post: 'late' });
  expect(unusualOf({ ...chosen, post: 'early' }, doubtsOf(postman, catalogue))).toEqual({ field: 'shut' });
  expect(unusualOf(chosen, doubtsOf(plus, catalogue))).toEqual({ field: 'shut' });
  expect(unusualOf({}, doubtsOf(postman, catalogue))).toEqual({});
});

test('people among themselves get a moment to undo', () => {
  const [here, link, computer] = [{ kind: 'here' }, { kind: 'link' }, { kind: 'computer' }];
  expect(usualDraw([here, link], 'free')).toBe('moment');
  expect(usualDraw([here, here], 'ask')).toBe('moment');
  expect(usualDraw([here, computer], 'free')).toBe('at_once');
  expect(usualDraw([here, link], 'off')).toBe('at_once');
});
