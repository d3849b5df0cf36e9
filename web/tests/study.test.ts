import { beforeEach, describe, expect, test, vi } from 'vitest';
import { choicesOf } from '../src/lib/options';
import type { View } from '../src/lib/view';
import { after, Desk, draft, type Move } from '../src/study/desk.svelte';
import { removals } from '../src/study/erasing';
import es from '../src/study/es.json';
import { checkTexts } from './texts';


describe('the texts of the study page', () => {
  checkTexts('study');

  test('none has the word of one book only', () => {
    expect(Object.values(es).filter((text) => /\b(losetas?|piezas?|monasterios?|granjas?|campesinos?)\b/i.test(text))).toEqual([]);
  });
});

test('figures and tiles are places to tap, the first tile is not', () => {
  const view = {
    board: [
      { tile: 'D', x: 0, y: 0, turns: 0, seq: 0 },
      { tile: 'U', x: 1, y: 0, turns: 1, seq: 0 },
    ],
    figures: [
      { seat: 0, kind: 'follower', x: 1, y: 0, segment: 'road E', at: [1.5, 0.5] },
      { seat: 0, kind: 'follower', place: 'aside', index: 0 },
    ],
    players: [{ name: 'Ana', colour: 'red' }],
  } as unknown as View;
  const options = removals(view);
  expect(options.map(({ verb, target }) => [verb, target.x, target.y])).toEqual([
    ['take', 1, 0],
    ['lift', 1, 0],
  ]);
  const choices = choicesOf({ options } as never);
  expect(choices.spots).toHaveLength(2);
  expect(choices.buttons).toHaveLength(0);
});

test('what follows a move are those that name it', () => {
  const moves = [
    { number: 1, before: 0 },
    { number: 2, before: 1 },
    { number: 3, before: 1 },
  ] as Move[];
  expect(after(moves, 1).map(({ number }) => number)).toEqual([2, 3]);
});

describe('what was not saved', () => {
  const broken = 'cannot be read';

  /** A browser that has remembered nothing yet, and a server where a step adds its text. */
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
      const { study, at, step } = JSON.parse(body) as { study: string; at: number; step: { text: string } | null };
      if (study.includes(broken)) return Response.json({ status: 422, detail: 'no' }, { status: 422 });
      return Response.json({ study: study + (step?.text ?? ''), at: step ? at + 1 : at });
    });
  });

  async function changed(id: string, study: string, more: string): Promise<Desk> {
    const desk = new Desk();
    if (id) await desk.read(id, study);
    await desk.step({ verb: 'play', text: more });
    return desk;
  }

  test('is there again when its address is opened, and can be taken back', async () => {
    await changed('a', 'kept', '+mine');
    const desk = new Desk();
    await desk.read('a', 'kept');
    expect([desk.shown?.study, desk.shown?.at, desk.changed]).toEqual(['kept+mine', 1, true]);
    await desk.undo();
    expect([desk.shown?.study, desk.changed, draft('a')]).toEqual(['kept', false, null]);
  });

  test('stays when something else is opened', async () => {
    await changed('', '', 'new');
    await changed('a', 'kept', '+mine');
    const other = new Desk();
    await other.read('b', 'theirs');
    expect([draft('')?.study, draft('a')?.study, draft('b')]).toEqual(['new', 'kept+mine', null]);
    await other.step({ verb: 'play', text: '+tried' });
    expect([draft('')?.study, draft('a')?.study, draft('b')?.study]).toEqual(['new', 'kept+mine', 'theirs+tried']);
  });

  test('is a draft no more when it is saved; what was done meanwhile is one of the new address', async () => {
    const desk = await changed('', '', 'new');
    const { length } = desk.before;
    desk.keep('a', 'new');
    expect([draft(''), draft('a'), desk.changed, desk.before.length, desk.shown?.at]).toEqual([null, null, false, length, 1]);
    await desk.step({ verb: 'play', text: '+more' });
    desk.keep('b', 'new');
    expect([draft('a'), draft('b')?.study, desk.changed]).toEqual([null, 'new+more', true]);
  });

  test('and can be read no more leaves what is kept', async () => {
    localStorage.setItem('bastida.studies', JSON.stringify([{ id: 'a', study: broken, at: 0 }]));
    const desk = new Desk();
    await desk.read('a', 'kept');
    expect([desk.shown?.study, desk.against, draft('a')]).toEqual(['kept', null, null]);
  });

  test('a study that cannot be read gives its address to no other', async () => {
    const desk = new Desk();
    await desk.read('a', broken);
    expect([desk.id, desk.shown, desk.against?.detail]).toEqual(['', null, 'no']);
  });

  test('only the newest ones are remembered', async () => {
    for (let n = 0; n < 20; n++) await changed(`s${n}`, 'kept', '+mine');
    expect([draft('s19')?.study, draft('s8')?.study, draft('s7')]).toEqual(['kept+mine', 'kept+mine', null]);
  });
});
