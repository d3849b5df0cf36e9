import { expect, test } from 'vitest';
import { titleOf, withOthers } from '../src/lib/title';
import { unread } from '../src/lib/unread';
import type { View } from '../src/lib/view';

const view = (more: object): View => ({ game: { name: 'Plus' }, status: 'playing', over: false, you: [0], muted: [], decision: { seat: 0 }, players: [], ...more }) as unknown as View;

test('the tab tells with a mark and in words whose turn it is', () => {
  expect(titleOf(null, 'Your turn')).toBe('Bastida');
  expect(titleOf(view({}), 'Your turn')).toBe('● Your turn · Plus · Bastida');
  expect(titleOf(view({ you: [1] }), 'Your turn')).toBe('Plus · Bastida');
  expect(titleOf(view({ you: [] }), 'Your turn')).toBe('Plus · Bastida');
  expect(titleOf(view({ status: 'waiting' }), 'Your turn')).toBe('Plus · Bastida');
  expect(titleOf(view({ over: true }), 'Your turn')).toBe('Plus · Bastida');
});

test('others are people who sit elsewhere', () => {
  const players = (...kinds: string[]): object => ({ players: kinds.map((kind, seat) => ({ kind, seat })) });
  expect(withOthers(view(players('here', 'computer')))).toBe(false);
  expect(withOthers(view({ ...players('here', 'here'), you: [0, 1] }))).toBe(false);
  expect(withOthers(view(players('here', 'link')))).toBe(true);
});

test('unread is what others have said since one last looked', () => {
  const lines = [{ seq: 3, seat: 1 }, { seq: 5, seat: 0 }, { seq: 7, seat: 1 }, { seq: 9, seat: 2 }];
  expect(unread(lines, 0, { you: [0], muted: [] })).toBe(3);
  expect(unread(lines, 3, { you: [0], muted: [2] })).toBe(1);
  expect(unread(lines, 9, { you: [0], muted: [] })).toBe(0);
});
