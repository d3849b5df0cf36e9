import { expect, test } from 'vitest';
import type { Catalogue } from '../src/lib/catalogue.svelte';
import {
  around, doubtsOf, elementsOf, gameName, mostSeats, nextStep, ownSeat, partsOf, playable, presetOf, readingOf, seatsFor, toggleElement, toggleSet, unusualOf, usualDraw, usualName,
  whoOf, withFavourite, type Favourite, type Parts, type SeatForm,
} from '../src/setup/choice';

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

// -- who plays

const seat = (kind: SeatForm['kind'], name = '', colour = '', level = ''): SeatForm => ({ kind, name, colour, level });
const computer = (n: number): string => `Player ${n}`;

test('against the computer, around the device and by link give the seats one expects', () => {
  expect(seatsFor('alone', 3, [], 'greedy')).toEqual([seat('here'), seat('computer', '', '', 'greedy'), seat('computer', '', '', 'greedy')]);
  expect(seatsFor('here', 2, [], '')).toEqual([seat('here'), seat('here')]);
  expect(seatsFor('link', 2, [], '')).toEqual([seat('here'), seat('link')]);
  for (const who of ['alone', 'here', 'link'] as const) expect(whoOf(seatsFor(who, 4, [], ''))).toBe(who);
});

test('whoever stays keeps name and colour, and whoever becomes another sort loses the name', () => {
  const before = [seat('here', 'Ana', 'green'), seat('here', 'Luis', 'black')];
  expect(seatsFor('here', 3, before, '')).toEqual([...before, seat('here')]);
  expect(seatsFor('link', 2, before, '')).toEqual([seat('here', 'Ana', 'green'), seat('link', '', 'black')]);
});

test('seats that were mixed one by one are of the sort that matters most', () => {
  expect(whoOf([seat('here'), seat('computer'), seat('link')])).toBe('link');
  expect(whoOf([seat('here'), seat('here'), seat('computer')])).toBe('here');
  expect(ownSeat([seat('computer'), seat('here'), seat('here')])).toBe(1);
  expect(ownSeat([seat('link'), seat('link')])).toBe(-1);
});

test('nobody is called by a pronoun: people have a number, and so have several computers', () => {
  const seats = [seat('here'), seat('computer'), seat('here')];
  expect(seats.map((_, place) => usualName(seats, place, 'Computer', computer))).toEqual(['Player 1', 'Computer', 'Player 3']);
  const more = [seat('here'), seat('computer'), seat('computer')];
  expect(more.map((_, place) => usualName(more, place, 'Computer', computer))).toEqual(['Player 1', 'Computer 1', 'Computer 2']);
});

// -- which game

test('the next step comes after the furthest that was played', () => {
  const steps = catalogue.presets;
  expect(nextStep(steps, [])?.id).toBe('first');
  expect(nextStep(steps, ['first'])?.id).toBe('plus');
  expect(nextStep(steps, ['plus'])?.id).toBe('big'); // whoever began there does not go back
  expect(nextStep(steps, ['big'])).toBeUndefined();
});

test('a few steps are shown around one', () => {
  expect(around([1, 2, 3, 4, 5, 6], 0)).toEqual([1, 2, 3]);
  expect(around([1, 2, 3, 4, 5, 6], 3)).toEqual([3, 4, 5]);
  expect(around([1, 2, 3, 4, 5, 6], 5)).toEqual([4, 5, 6]);
  expect(around([1, 2], 1)).toEqual([1, 2]);
  expect(around([1, 2, 3, 4], -1)).toEqual([1, 2, 3]);
});

test('games played last come first, each once and only a few', () => {
  const game = (...sets: string[]): Favourite => ({ parts: { edition: 'plus', sets, without: [] }, switches: {} });
  let kept: Favourite[] = [];
  for (const sets of [['inns'], ['traders'], ['inns', 'traders'], ['postman'], [], ['traders', 'inns']]) kept = withFavourite(kept, game(...sets));
  expect(kept.map(({ parts }) => parts.sets)).toEqual([['traders', 'inns'], [], ['postman'], ['traders']]);
  expect(playable([...kept, game('gone'), { parts: { edition: 'gone', sets: [], without: [] }, switches: {} }], catalogue)).toEqual(kept);
});

test('a game is called as ready-made, else by its parts', () => {
  const named = { ...catalogue, presets: catalogue.presets.map((one) => ({ ...one, name: one.id.toUpperCase() })) };
  expect(gameName(plus, named)).toBe('PLUS');
  const added = { ...named, editions: [{ ...named.editions[0]!, name: 'Box' }], expansions: named.expansions.map((one) => ({ ...one, name: one.id })) };
  expect(gameName({ ...plus, sets: ['postman'] }, added)).toBe('Box + postman');
});

test('people among themselves get a moment to undo', () => {
  const [here, link, program] = [{ kind: 'here' }, { kind: 'link' }, { kind: 'computer' }];
  expect(usualDraw([here, link], 'free')).toBe('moment');
  expect(usualDraw([here, here], 'ask')).toBe('moment');
  expect(usualDraw([here, program], 'free')).toBe('at_once');
  expect(usualDraw([here, link], 'off')).toBe('at_once');
});
