import { describe, expect, test } from 'vitest';
import { cellOf, choicesOf, declining, firstTurn, lineOf, spread, stepped, towards, turned, typed, wayOf } from '../src/lib/options';
import type { Decision, Option, Player, Point } from '../src/lib/view';

function option(text: string, target: Option['target'], more: Partial<Option> = {}): Option {
  return {
    text, sentence: `say ${text}`, verb: 'do', figure: '', target, detail: '', declines: false, module: 'base', at: null, space: null, picture: null, removes: false, lying: false,
    ...more,
  };
}

const cell = (x: number, y: number, turn: number): Option =>
  option(`${x},${y} r${turn}`, { type: 'cell', x, y, turn }, { at: [x + 0.5, y + 0.5] });
const place = (figure: string, at: Point): Option =>
  option(`${figure} road N`, { type: 'segment', x: 0, y: 0 }, { figure, at });
const pass = option('pass', { type: 'nothing' }, { declines: true });
const track = (...spaces: number[]): { track: Player['track'] } => ({
  track: spaces.map((space) => ({ points: space, space, laps: 0, lying: false, tokens: [] })),
});

function decision(...options: Option[]): Decision {
  return { seat: 0, kind: 'figure', module: 'base', clause: 'BASE', question: '?', optional: true, help: { text: '', component: 'plus', picture: null, tile: null }, options };
}

describe('options by where they are shown', () => {
  test('cells gather their legal turns, clockwise', () => {
    const { cells, spots } = choicesOf(decision(cell(1, 0, 3), cell(0, 1, 2), cell(1, 0, 1)));
    expect(cells.map(({ key, turns }) => [key, turns.map(({ target }) => target.turn)])).toEqual([
      ['1,0', [1, 3]],
      ['0,1', [2]],
    ]);
    expect(spots).toEqual([]);
  });

  test('what has no place of its own becomes a button', () => {
    const space = option('space 7', { type: 'space', number: 57 });
    const seat = option('player 2 follower 3', { type: 'seat', number: 1 });
    const pile = option('draw', { type: 'pile' });
    const choices = choicesOf(decision(pass, space, seat, pile));
    expect(choices.buttons).toEqual([pass, pile]);
    expect([...choices.spaces]).toEqual([[7, [space]]]);
    expect([...choices.seats]).toEqual([[1, [seat]]]);
  });

  test('a scoring figure is chosen where it stands, or in words where two stand together', () => {
    const scorers = [0, 1].map((number) => option(`${number}`, { type: 'scorer', seat: 1, number }));
    const apart = choicesOf(decision(...scorers), null, [track(3, 4), track(8, 12)]);
    expect([...apart.spaces.keys()]).toEqual([8, 12]);
    expect(apart.buttons).toEqual([]);
    const together = choicesOf(decision(...scorers), null, [track(3, 4), track(8, 8)]);
    expect([...together.spaces.keys()]).toEqual([]);
    expect(together.buttons).toEqual(scorers);
    expect(choicesOf(decision(...scorers)).buttons).toEqual(scorers);
  });

  describe('an answer of a module that nobody here has heard of', () => {
    const strange = (target: Option['target'], more: Partial<Option> = {}): Option =>
      option('zzz', target, { verb: 'frobnicate', module: 'zeppelins', figure: 'zeppelin', picture: 'zeppelin', detail: 'north', ...more });

    test('is a cell if its target is one', () => {
      const laid = strange({ type: 'cell', x: 4, y: -1, turn: 2 }, { at: [4.5, -0.5] });
      expect(choicesOf(decision(laid)).cells).toEqual([{ key: '4,-1', x: 4, y: -1, turns: [laid] }]);
    });

    test.each(['segment', 'tile', 'line', 'standing', 'balloon'])('is a spot if its target is a %s with a point to tap', (type) => {
      const spot = strange({ type: type as 'tile', x: 0, y: 0 }, { at: [0.3, 0.4] });
      expect(choicesOf(decision(spot)).spots).toEqual([{ option: spot, at: [0.3, 0.4] }]);
    });

    test('is shown on the scoreboard, at a seat, or in words', () => {
      const [space, seat] = [strange({ type: 'space', number: 3 }), strange({ type: 'seat', number: 0 })];
      const [nothing, other] = [strange({ type: 'nothing' }), strange({ type: 'balloon' as 'nothing' })];
      const choices = choicesOf(decision(space, seat, nothing, other));
      expect([...choices.spaces]).toEqual([[3, [space]]]);
      expect([...choices.seats]).toEqual([[0, [seat]]]);
      expect(choices.buttons).toEqual([nothing, other]);
    });

    test('declines if it says so', () => {
      const no = strange({ type: 'nothing' }, { declines: true });
      expect(declining([strange({ type: 'nothing' }), no])).toBe(no);
    });
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
  const at = (option: Option): number | null | undefined => option.target.turn;

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
  const alike = [1, 2].map((x) => ({ ...cell(x, 0, 0), sentence: 'as it is' })); // the board shows where, the words do not
  expect(typed(alike, 'as it is')).toBeNull();
});

test('the pass button declines, whatever declining is called', () => {
  const none = option('rather not', { type: 'nothing' }, { declines: true });
  const there = option('stay', { type: 'standing' }, { declines: true, at: [0.5, 0.5] });
  expect(declining([place('follower', [0, 0]), pass])).toBe(pass);
  expect(declining([there, none])).toBe(none);
  expect(declining([there])).toBe(there);
  expect(declining([place('follower', [0, 0])])).toBeNull();
  expect(declining([option('pass', { type: 'nothing' })])).toBeNull(); // its text means nothing to us
});

test('a scoring figure is offered at the space it would go to, and its way is told', () => {
  const mover = (number: number, space: number): Option => option(`advance ${number}`, { type: 'scorer', seat: 0, number, kind: 'x' }, { space });
  const players = [{ track: [{ space: 3 }, { space: 48 }] }] as unknown as Player[];
  const [first, second] = [mover(0, 8), mover(1, 3)];
  const { spaces, buttons } = choicesOf(decision(first, second), null, players);
  expect([...spaces]).toEqual([[8, [first]], [3, [second]]]);
  expect(buttons).toEqual([]);
  expect(wayOf(first, players)).toBe('3 → 8');
  expect(wayOf(second, players)).toBe('48 → 3');
  expect(wayOf(option('rob', { type: 'scorer', seat: 0, number: 0, kind: 'x' }), players)).toBe('');
});

test('a line goes from side to side through the point to tap', () => {
  const line = option('join N-S', { type: 'line', x: 2, y: 1, start: 'N', end: 'S' }, { at: [2.5, 1.5] });
  expect(lineOf(line, [2.5, 1.5])).toEqual({ from: [2.5, 1], by: [2.5, 1.5], to: [2.5, 2] });
  expect(lineOf(line, [2.6, 1.5])?.by).toEqual([2.7, 1.5]); // moved aside, so that two that cross can be told apart
  expect(lineOf(pass, [0, 0])).toBeNull();
});

test('keys step from the chosen cell or spot to the next one, and to the first if none is chosen', () => {
  const cells = choicesOf(decision(cell(0, 0, 0), cell(1, 0, 0), cell(1, 0, 1), cell(5, 5, 0)));
  const first = stepped(cells, null, 0, 1, 0);
  expect(first && cellOf(first)).toEqual([0, 0]);
  const next = stepped(cells, first, 1, 1, 0);
  expect(next?.target).toMatchObject({ x: 1, y: 0, turn: 1 }); // turned as the last tile was
  expect(stepped(cells, first, 0, -1, 0)).toBeNull();
  const spots = choicesOf(decision(place('follower', [0.5, 0.5]), place('follower', [-1.4, 0.5])));
  const left = stepped(spots, spots.spots[0]?.option ?? null, 0, -1, 0);
  expect(left && cellOf(left)).toEqual([-2, 0]);
});
