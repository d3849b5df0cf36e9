import { describe, expect, test } from 'vitest';
import { figureKey, happened, swing, type Happening } from '../src/lib/happened';
import { endOf, heard, MOST, pointsAt, timed } from '../src/lib/timing';
import type { Entry, Figure, Piece, Player, View } from '../src/lib/view';

// A table of a module that does not exist: pieces called "mill", "raft" and "crown", figures called "walker", "giant" and "ghost".

function player(seat: number, more: Partial<Player> = {}): Player {
  return {
    seat, name: `P${seat}`, colour: seat ? 'blue' : 'red', letter: 'A', kind: 'link', level: null, stand_in: null, taken: true, member: null, bot: false, connected: true, stand_in_ms: null,
    resigned: false, points: 0, track: [{ points: 0, space: 0, laps: 0, lying: false, tokens: [] }], supply: { walker: 7, giant: 1 }, holds: [],
    clock_ms: null, clock_running: false, ...more,
  };
}

const laid = (x: number, y: number, tile = 'D', turns = 0): View['board'][number] => ({ tile, x, y, turns, seq: 0 });
const question = (seat: number): View['decision'] => ({ seat, kind: 'tile', module: 'base', clause: 'BASE', question: '?', optional: false, options: [], help: { component: 'plus', picture: null, text: '', tile: null } });

function view(more: Partial<View> = {}): View {
  return {
    version: 3, table: 't', seq: 4, status: 'playing', you: [0], theme: 'summer', turn: 1, part: 1, active: 1, players: [player(0), player(1)], tile: 'E',
    game: { family: 'f', edition: 'e', sets: [], elements: [], switches: {}, rulings: [], preset: null, name: 'Game' },
    settings: { aids: {}, clock: null, undo: 'free', draw: 'at_once', pace: 'normal', rated: false, listed: false, watch: false, duplicate: null },
    decision: question(1), board: [laid(0, 0)], figures: [], pieces: [], piles: [], track: [], beside: [], person: 'walker', scorers: ['walker'],
    ledger: [], log: [], dead: [], projected: null, expected: [],
    over: false, winners: [], outcome: null, ending: null, undo: null, waits_done: null, rematch: null, offers: [], lesson: null, muted: [],
    ...more,
  };
}

const walker = (seat: number | null, x: number, y: number, more: Partial<Figure> = {}): Figure => ({
  seat, kind: 'walker', x, y, segment: 'road N', role: '', lying: false, at: [x + 0.5, y + 0.2], ...more,
});
const piece = (picture: string, x: number, y: number, more: Partial<Piece> = {}): Piece => ({
  picture, x, y, number: 1, ends: [], closed: false, at: [x + 0.5, y + 0.5], drawing: `piece.${picture}.${x}`, ...more,
});
const entry = (seat: number, points: number, cells: [number, number][], more: Partial<Entry> = {}): Entry => ({
  turn: 1, seat, points, figure: 0, final: false, source: 'road', clause: '', finished: true, lines: [], halved: false, cells, region: null, sentence: '', arithmetic: '', ...more,
});
const track = (points: number): Player['track'] => [{ points, space: points % 50, laps: 0, lying: false, tokens: [] }];
const kinds = (events: Happening[]): string[] => events.map(({ what }) => what);

describe('tiles', () => {
  test("another's tile comes out of the hand, and one's own is there already", () => {
    const after = view({ board: [laid(0, 0), laid(1, 0, 'E', 2)], tile: null });
    expect(happened(view(), after)).toEqual([{ what: 'laid', tile: laid(1, 0, 'E', 2), from: { on: 'hand' }, own: false }]);
    expect(happened(view({ you: [1] }), after)[0]).toMatchObject({ what: 'laid', own: true });
  });

  test('the next one is drawn, even if it is of the same kind', () => {
    expect(happened(view({ tile: null }), view({ tile: 'E' }))).toEqual([{ what: 'drawn', tile: 'E' }]);
    expect(kinds(happened(view(), view({ board: [laid(0, 0), laid(1, 0, 'E')] })))).toEqual(['laid', 'drawn']);
    expect(happened(view(), view())).toEqual([]);
  });

  test('what is taken back returns to the hand', () => {
    const before = view({ board: [laid(0, 0), laid(1, 0, 'E')], tile: null });
    expect(happened(before, view())).toEqual([{ what: 'lifted', tile: laid(1, 0, 'E'), to: { on: 'hand' } }]);
  });

  test('a table not looked at for long has no story', () => {
    expect(happened(view(), view({ board: Array.from({ length: 9 }, (_, x) => laid(x, 0)), figures: [walker(0, 1, 0)] }))).toEqual([]);
  });
});

describe('figures', () => {
  test('come from their owner and go home, also when another of their kind comes at once', () => {
    const [old, fresh] = [walker(1, 0, 0), walker(1, 1, 0)];
    const board = [laid(0, 0), laid(1, 0)];
    const before = view({ board, figures: [old, walker(0, 0, 0)] });
    const after = view({ board, figures: [fresh, walker(0, 0, 0)] });
    expect(happened(before, after)).toEqual([
      { what: 'came', figure: fresh, from: { on: 'seat', seat: 1 } },
      { what: 'left', figure: old, to: { on: 'seat', seat: 1 } },
    ]);
  });

  test('set out from the newest tile if they are put elsewhere by whoever is at turn', () => {
    const board = [laid(0, 0), laid(3, 3)];
    const far = walker(1, 0, 0);
    expect(happened(view({ board }), view({ board, figures: [far] }))).toEqual([{ what: 'came', figure: far, from: { on: 'board', at: [3.5, 3.5] } }]);
    const guest = walker(0, 0, 0);
    expect(happened(view({ board }), view({ board, figures: [guest] }))[0]).toMatchObject({ from: { on: 'seat', seat: 0 } });
  });

  test('of which there is only one move', () => {
    const ghost = (x: number): Figure => walker(null, x, 0, { kind: 'ghost' });
    expect(happened(view({ figures: [ghost(0)] }), view({ figures: [ghost(2)] }))).toEqual([{ what: 'moved', figure: ghost(2), before: ghost(0) }]);
    const giant = (x: number): Figure => walker(1, x, 0, { kind: 'giant' });
    const out = player(1, { supply: { walker: 7, giant: 0 } });
    expect(kinds(happened(view({ figures: [giant(0)] }), view({ figures: [giant(2)], players: [player(0), out] })))).toEqual(['moved']);
  });

  test('that somebody takes go to whoever holds them then', () => {
    const caught = walker(0, 0, 0);
    const held = { picture: 'walker', number: 1, owner: 0, record: null, label: '' };
    const after = view({ figures: [{ seat: 0, kind: 'walker', place: 'cellar', index: 1 }], players: [player(0), player(1, { holds: [held] })] });
    expect(happened(view({ figures: [caught] }), after)).toEqual([{ what: 'left', figure: caught, to: { on: 'seat', seat: 1 } }]);
    // and from there they go home without being seen on the board
    expect(happened(after, view())).toEqual([]);
  });

  test('that only make room for others stay', () => {
    const beside = walker(0, 0, 0, { at: [0.3, 0.2] });
    expect(kinds(happened(view({ figures: [walker(0, 0, 0)] }), view({ figures: [beside, walker(1, 0, 0)] })))).toEqual(['came']);
    expect(figureKey(beside)).toBe(figureKey(walker(0, 0, 0)));
  });
});

describe('pieces', () => {
  const told = (before: Piece[], after: Piece[]): Happening[] => happened(view({ pieces: before }), view({ pieces: after }));

  test('grow, swing, move, come and go', () => {
    const [low, high] = [piece('mill', 0, 0), piece('mill', 0, 0, { number: 2, drawing: 'm2' })];
    expect(told([low], [high])[0]).toMatchObject({ what: 'changed', piece: high, before: low });
    const [north, east] = [piece('raft', 0, 0, { ends: ['N', 'S'] }), piece('raft', 0, 0, { ends: ['E', 'W'] })];
    expect(told([north], [east])[0]).toMatchObject({ what: 'changed', piece: east, before: north });
    expect(told([piece('raft', 0, 0)], [piece('raft', 5, 0)])[0]).toMatchObject({ from: { on: 'board', at: [0.5, 0.5] }, to: { on: 'board', at: [5.5, 0.5] } });
    expect(told([], [low])[0]).toMatchObject({ piece: low, before: null, from: { on: 'nowhere' } });
    expect(told([low], [])[0]).toMatchObject({ piece: null, before: low, to: { on: 'nowhere' } });
    expect(told([low], [{ ...low, closed: true }])).toEqual([]);
  });

  test('go to whoever has more of them then, and things go from player to player', () => {
    const thing = (number: number): Player['holds'] => [{ picture: 'crown', number, owner: null, record: null, label: '' }];
    const rich = [player(0), player(1, { holds: thing(1) })];
    expect(happened(view({ pieces: [piece('crown', 0, 0)] }), view({ players: rich }))).toMatchObject([{ what: 'changed', to: { on: 'seat', seat: 1 } }]);
    const passed = happened(view({ players: rich }), view({ players: [player(0, { holds: thing(1) }), player(1)] }));
    expect(passed).toEqual([{ what: 'passed', picture: 'crown', owner: null, from: { on: 'seat', seat: 1 }, to: { on: 'seat', seat: 0 } }]);
    expect(happened(view(), view({ players: rich }))).toMatchObject([{ what: 'passed', from: { on: 'board', at: [0.5, 0.5] } }]);
  });

  test.each([
    [['N', 'S'], ['E', 'W'], -90], // the same as the other way round
    [['N', 'W'], ['N', 'E'], 90],
    [['N', 'E'], ['N', 'W'], -90],
    [['N', 'W'], ['S', 'E'], -180],
    [['N', 'S'], ['S', 'N'], 0],
    [['N', 'S'], ['N', 'E'], 45],
  ])('turn by the shorter way from %s to %s', (from, to, degrees) => {
    expect(swing(from, to)).toBeCloseTo(degrees);
  });
});

describe('points', () => {
  test('rise where they are won, together if they are won at one place, and the track is walked space by space', () => {
    const before = view({ players: [player(0), player(1, { track: track(48) })] });
    const after = view({ players: [player(0), player(1, { track: track(51) })], ledger: [entry(1, 2, [[0, 0]]), entry(1, 1, [[0, 0]]), entry(0, 0, [[0, 0]])] });
    expect(happened(before, after)).toEqual([
      { what: 'points', seat: 1, points: 3, from: { on: 'board', at: [0.5, 0.5] } },
      { what: 'walked', pawn: 'seat 1 0', spaces: [48, 49, 50, 51] },
    ]);
  });

  test('without a place they come from the card; those of the end are told by themselves', () => {
    expect(happened(view(), view({ ledger: [entry(0, -3, [])] }))).toEqual([{ what: 'points', seat: 0, points: -3, from: { on: 'seat', seat: 0 } }]);
    const end = view({ ledger: [entry(0, 9, [[0, 0]], { final: true })], over: true });
    expect(happened(view(), end)).toEqual([]);
    expect(happened(view({ over: true }), end)).toEqual([{ what: 'points', seat: 0, points: 9, from: { on: 'board', at: [0.5, 0.5] } }]); // line by line
  });

  test('pieces on the track walk, come from their owner and go back', () => {
    const on = (space: number): View['track'] => [{ space, picture: 'raft', owner: 1, label: '' }];
    expect(happened(view({ track: on(4) }), view({ track: on(2) }))).toEqual([{ what: 'walked', pawn: 'raft 1', spaces: [4, 3, 2] }]);
    expect(happened(view(), view({ track: on(4) }))).toMatchObject([{ what: 'passed', from: { on: 'seat', seat: 1 }, to: { on: 'track', space: 4 } }]);
    expect(happened(view({ track: on(4) }), view())).toMatchObject([{ what: 'passed', to: { on: 'seat', seat: 1 } }]);
  });
});

describe('in its time', () => {
  const board = [laid(0, 0), laid(1, 0, 'E')];
  const busy = view({
    board, tile: 'F', figures: Array.from({ length: 12 }, (_, x) => walker(1, x, 1)), pieces: [piece('mill', 0, 0)],
    ledger: Array.from({ length: 9 }, (_, x) => entry(x % 2, 4, [[x, 0]])), players: [player(0, { track: track(20) }), player(1, { track: track(16) })],
  });
  const quiet = view({ figures: Array.from({ length: 9 }, (_, x) => walker(0, x, 3)) });

  test('everything is over after a second and a half, whatever happens', () => {
    const list = timed(happened(quiet, busy));
    expect(list.length).toBeGreaterThan(30);
    expect(endOf(list)).toBeLessThanOrEqual(MOST);
    expect(list.every(({ start, length }) => start >= 0 && length > 0)).toBe(true);
  });

  test('a tile rests before a figure drops, a figure before points rise, and the next tile comes last', () => {
    const after = view({ board, tile: 'F', figures: [walker(1, 1, 0)], ledger: [entry(1, 4, [[0, 0]])] });
    const list = timed(happened(view(), after));
    const of = (what: string): (typeof list)[number] => list.find(({ event }) => event.what === what) as (typeof list)[number];
    expect(of('came').start).toBeGreaterThanOrEqual(of('laid').start + of('laid').length);
    expect(pointsAt(list)).toBeGreaterThanOrEqual(of('came').start + of('came').length);
    expect(endOf(list)).toBe(Math.max(...list.map(({ start, length }) => start + length)));
    expect(of('drawn').start + of('drawn').length).toBe(endOf(list));
  });

  test("one's own tile is not waited for", () => {
    const list = timed(happened(view({ you: [1] }), view({ you: [1], board, tile: null })));
    expect(endOf(list)).toBeLessThan(250);
  });

  test('sounds come when things touch the table, each once', () => {
    const list = timed(happened(quiet, busy));
    const sounds = heard(list, quiet, busy);
    expect(sounds.map(({ sound }) => sound).sort()).toEqual(['figure', 'points', 'tile']);
    expect(sounds.every(({ at, own }) => at <= MOST && !own)).toBe(true);
  });

  test('a turn and the end are heard last, and felt', () => {
    const after = view({ tile: null, decision: question(0) });
    expect(heard([], view(), after)).toEqual([{ sound: 'turn', at: 0, own: true }]);
    expect(heard([], after, after)).toEqual([]);
    expect(heard([], view(), view({ decision: null, over: true }))).toEqual([{ sound: 'end', at: 0, own: true }]);
  });
});
