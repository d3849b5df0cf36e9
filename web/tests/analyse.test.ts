import { describe, expect, test } from 'vitest';
import { ghosts, isError, lessons, line, nearest, nextError, points, signed, upTo, type Analysis, type Answer, type Luck } from '../src/analyse/points';
import { Rounds } from '../src/analyse/rounds';
import type { Option } from '../src/lib/view';

const tile = { text: '1,0 r2', target: { type: 'cell', x: 1, y: 0, turn: 2 }, at: [1.5, 0.5] } as unknown as Option;
const figure = { text: 'follower city N', target: { type: 'segment', x: 1, y: 0, name: 'city N' }, at: [1.5, 0.2] } as unknown as Option;
const pass = { text: 'pass', target: { type: 'nothing' }, at: null, declines: true } as unknown as Option;

const answer = (step: number, seat: number, mark: Answer['mark'], better: Option[] = [tile]): Answer =>
  ({ step, turn: step, seat, mark, kind: 'tile', options: 3, loss: 1, loss_chance: 0.1, margins: [1, -1], chances: [0.6, 0.4], better, why: '' });
const luck = (step: number): Luck => ({ step, turn: step, seat: 0, kind: 'draw', luck: [1, -1], luck_chance: [0.1, -0.1], margins: [1, -1], chances: [0.5, 0.5] });

const analysis: Analysis = {
  budget: 'quick',
  over: true,
  answers: [answer(1, 0, 'best', []), answer(4, 1, 'blunder'), answer(7, 0, 'inaccuracy'), answer(9, 1, 'inaccuracy'), answer(10, 1, 'mistake', [])],
  events: [luck(0), luck(3)],
  sides: [],
  moments: [],
};
const told = points(analysis);

test('answers and events stand in the order of the game, each at the number of steps there are with it', () => {
  expect(told.map(({ at }) => at)).toEqual([1, 2, 4, 5, 8, 10, 11]);
  expect(upTo(told, 3)?.at).toBe(2);
  expect(upTo(told, 0)).toBeNull();
  expect(told.filter(isError).map(({ at }) => at)).toEqual([5, 8, 10, 11]);
});

describe('a tap on the curve', () => {
  test('leads to an error that is near, else to what is nearest', () => {
    expect(nearest(told, 20, 4.2 / 20, 0.05)?.at).toBe(5);
    expect(nearest(told, 20, 4.2 / 20, 0.01)?.at).toBe(4);
    expect(nearest([], 20, 0.5, 0.1)).toBeNull();
  });

  test('errors follow one another in both directions', () => {
    expect(nextError(told, 5, 1)?.at).toBe(8);
    expect(nextError(told, 5, -1)).toBeNull();
    expect(nextError(told, 11, 1)).toBeNull();
  });
});

test('what is asked again are mistakes and blunders with a better answer; inaccuracies if there are none', () => {
  expect(lessons(told, 1).map(({ at }) => at)).toEqual([5]);
  expect(lessons(told, 0).map(({ at }) => at)).toEqual([8]);
  expect(lessons(told, null).map(({ at }) => at)).toEqual([5]);
  expect(lessons(told, 3)).toEqual([]);
});

test('a better tile and its figure are drawn where they would be; what declines is nowhere', () => {
  const { choices, tile: drawn } = ghosts([tile, figure]);
  expect(drawn).toBe(tile);
  expect(choices.cells.map(({ key }) => key)).toEqual(['1,0']);
  expect(choices.spots).toEqual([{ option: figure, at: [1.5, 0.2] }]);
  expect(ghosts([pass]).choices.spots).toEqual([]);
});

test('a line begins with a move and goes through every point', () => {
  expect(line(told.slice(0, 2), 0, 4, 100, 50)).toBe('M25.0 25.0L50.0 20.0');
});

test('numbers have a sign and the decimal mark of the reader', () => {
  expect(signed(1.25, 1, 'es')).toMatch(/^\+1,[23]$/);
  expect(signed(-0.04)).toBe('0.0');
  expect(signed(-3)).toBe('−3.0');
});

describe('asking how far it is', () => {
  /** Answers that come, and pauses that end, when the test says so. */
  function held(): { wait: () => Promise<void>; free: () => Promise<void> } {
    let waiting: (() => void)[] = [];
    return {
      wait: () => new Promise((resolve) => waiting.push(resolve)),
      free: async () => {
        const now = waiting;
        waiting = [];
        for (const resolve of now) resolve();
        await new Promise((resolve) => setTimeout(resolve));
      },
    };
  }

  test('who stops and goes on at once asks once each time, not twice', async () => {
    const rounds = new Rounds();
    const { wait, free } = held();
    let asked = 0;
    const ask = async (): Promise<boolean> => ++asked > 0;
    void rounds.begin(ask, wait);
    rounds.stop(); // while it waits
    void rounds.begin(ask, wait);
    await free();
    const before = asked;
    await free();
    await free();
    expect(asked - before).toBe(2);
  });

  test('an answer that comes after stopping is not wanted, and begins nothing', async () => {
    const rounds = new Rounds();
    const { wait, free } = held();
    const wanted: boolean[] = [];
    const done = rounds.begin(
      async (current) => {
        await wait();
        wanted.push(current());
        return true;
      },
      () => Promise.resolve(),
    );
    rounds.stop();
    await free();
    expect([await done, wanted]).toEqual([false, [false]]);
  });

  test('it ends by itself when there is nothing more to do', async () => {
    const more = [true, false];
    expect(await new Rounds().begin(async () => more.shift() as boolean, () => Promise.resolve())).toBe(true);
    expect(more).toEqual([]);
  });
});
