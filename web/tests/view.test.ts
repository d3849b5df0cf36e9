import { describe, expect, test } from 'vitest';
import { applied, asked, extent, samePosition, tilesLeft, tilesToCome, toEnd, type View } from '../src/lib/view';

const laid = (x: number, y: number): View['board'][number] => ({ tile: 'D', x, y, turns: 0, seq: 0 });

function view(more: Partial<View> = {}): View {
  return {
    version: 3, table: 't', seq: 4, status: 'playing', you: [0], theme: 'summer', turn: 1, part: 1, active: 0, players: [], tile: null,
    game: { family: 'carcassonne', edition: 'plus', sets: [], elements: [], switches: {}, rulings: [], preset: 'plus', name: 'Plus' },
    settings: { aids: {}, clock: null, undo: 'free', draw: 'at_once', pace: 'normal', rated: false, listed: false, watch: false, duplicate: null },
    decision: null, board: [laid(0, 0)], figures: [], pieces: [], piles: [], track: [], beside: [], person: 'follower', scorers: ['follower'],
    ledger: [], log: [], dead: [], projected: null, expected: [],
    over: false, winners: [], outcome: null, ending: null, undo: null, waits_done: null, rematch: null, offers: [], lesson: null, muted: [],
    ...more,
  };
}

const question = (seat: number): View['decision'] => ({
  seat, kind: 'tile', module: 'base', clause: 'BASE', question: '?', optional: false, help: { text: '', component: 'plus', picture: null, tile: null },
  options: [
    {
      text: '3,-2 r0', sentence: '', verb: 'lay', figure: '', target: { type: 'cell', x: 3, y: -2, turn: 0 }, detail: '', declines: false,
      module: 'base', at: [3.5, -1.5], space: null, picture: null, removes: false, lying: false,
    },
  ],
});

describe('updates', () => {
  test('replace what they set and add to what grows', () => {
    const before = view();
    const after = applied(before, { seq: 5, set: { turn: 2, tile: 'E' }, append: { board: [laid(1, 0)] } });
    expect([after.seq, after.turn, after.tile]).toEqual([5, 2, 'E']);
    expect(after.board).toEqual([laid(0, 0), laid(1, 0)]);
    expect(after.ledger).toBe(before.ledger);
    expect(before.board).toHaveLength(1);
  });

  test('that were seen before change nothing', () => {
    const before = view();
    expect(applied(before, { seq: 3, set: { turn: 9 }, append: { board: [laid(9, 9)] } })).toBe(before);
  });

  test('may replace a growing list, as taking back does', () => {
    const before = view({ board: [laid(0, 0), laid(1, 0)] });
    expect(applied(before, { seq: 6, set: { board: [laid(0, 0)] }, append: {} }).board).toEqual([laid(0, 0)]);
    const back = applied({ ...before, board: [laid(0, 0), laid(1, 0)] }, { seq: 7, set: {}, append: { board: [laid(2, 0)] }, keep: { board: 1 } });
    expect(back.board).toEqual([laid(0, 0), laid(2, 0)]);
    expect(applied(back, { seq: 8, set: {}, append: { board: [] }, keep: { board: 1 } }).board).toEqual([laid(0, 0)]);
  });

  test('without a change of position (a clock, a seat taken) keep the sequence number', () => {
    expect(applied(view(), { seq: 4, set: { status: 'adjourned' }, append: {} }).status).toBe('adjourned');
  });
});

test('only the seats of this browser are asked here', () => {
  expect(asked(view({ decision: question(0) }))?.kind).toBe('tile');
  expect(asked(view({ decision: question(1) }))).toBeNull();
  expect(asked(view({ decision: question(1), you: [0, 1] }))?.seat).toBe(1);
  expect(asked(view({ decision: question(0), status: 'waiting' }))).toBeNull();
  const players = [{ resigned: true }] as View['players'];
  expect(asked(view({ decision: question(0), players }))).toBeNull(); // a computer plays on for whoever has given up
});

test('the board needs room for tiles and for the cells one may lay on', () => {
  expect(extent(view().board)).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
  expect(extent(view().board, 1)).toEqual({ left: -1, top: -1, right: 2, bottom: 2 });
  expect(extent([])).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
});

test('only tiles that turns begin with are counted', () => {
  const piles: View['piles'] = [
    { name: 'stock', left: 7, tiles: true, turns: true, mixed: { D: 3, E: 3 }, below: ['F'] },
    { name: 'river', left: 2, tiles: true, turns: true },
    { name: 'zeppelins', left: 8, tiles: false, turns: false, mixed: { small: 8 } },
    { name: 'rewards', left: 3, tiles: true, turns: false },
  ];
  expect(tilesLeft(view({ piles }))).toBe(9);
  expect(tilesToCome(view({ piles }))).toEqual(['D', 'E', 'F']);
});

test('a turn is ended by whoever has played it', () => {
  const waits = { seat: 1, left_ms: null };
  expect(toEnd(view())).toBeNull();
  expect(toEnd(view({ waits_done: waits }))).toBeNull();
  expect(toEnd(view({ waits_done: waits, you: [0, 1] }))).toBe(waits);
});

test('what others only say or offer leaves the position as it is', () => {
  const before = view({ decision: question(0) });
  expect(samePosition(before, applied(before, { seq: 5, set: { muted: [1], offers: [] }, append: {} }))).toBe(true);
  expect(samePosition(before, applied(before, { seq: 5, set: { decision: question(0) }, append: {} }))).toBe(false);
  expect(samePosition(before, applied(before, { seq: 5, set: {}, append: { board: [laid(1, 0)] } }))).toBe(false);
});
