/** When what happened is shown: one thing after the other as at a table, and all of it within a second and a half. */

import type { Happening } from './happened';
import type { Sound } from './sound';
import { asked, type View } from './view';

export const MOST = 1500; // milliseconds for one move

export interface Timed {
  event: Happening;
  start: number; // milliseconds
  length: number;
}

const STAGGER = 80; // between two things of one kind
const SOME = 4; // after which no further ones begin later

const SETTLE = 170;
const FLIGHT = 480;
const DROP = 360;
const POINTS = 720;
const HOME = 480;
const WALK = 420;
const DRAW = 340;

/** A tile flies and rests, figures drop and pieces change, points rise, figures go home, the next tile is drawn. */
export function timed(events: Happening[], most = MOST): Timed[] {
  const found: Timed[] = [];
  let now = 0;
  const stage = (some: Happening[], length: (event: Happening) => number, start = now): number => {
    some.forEach((event, number) => found.push({ event, start: start + Math.min(number, SOME) * STAGGER, length: length(event) }));
    return found.slice(found.length - some.length).reduce((last, one) => Math.max(last, one.start + one.length), start);
  };
  const of = (...kinds: Happening['what'][]): Happening[] => events.filter(({ what }) => kinds.includes(what));

  now = stage(of('laid', 'lifted'), (event) => (event.what === 'laid' && event.own ? SETTLE : FLIGHT));
  now = stage(of('came', 'moved', 'changed'), () => DROP);
  const scored = stage(of('points'), () => POINTS);
  const begun = scored > now ? now + POINTS / 4 : now; // who scores sees first what for
  const home = stage(of('left', 'passed'), () => HOME, begun);
  const steps = stage(of('walked'), () => WALK, begun);
  stage(of('drawn'), () => DRAW, Math.max(now, Math.max(scored, home, steps) - DRAW));

  const end = endOf(found);
  const by = end > most ? most / end : 1;
  return found.map(({ event, start, length }) => ({ event, start: start * by, length: length * by }));
}

export function endOf(list: Timed[]): number {
  return list.reduce((last, { start, length }) => Math.max(last, start + length), 0);
}

/** When points begin to rise; at once if there are none. */
export function pointsAt(list: Timed[]): number {
  return list.find(({ event }) => event.what === 'points')?.start ?? 0;
}

export interface Heard {
  sound: Sound;
  at: number; // milliseconds
  own: boolean; // done by whoever hears it, so that a hand may feel it too
}

/** What is heard of it, each sound once. */
export function heard(list: Timed[], before: View, after: View): Heard[] {
  const own = before.decision !== null && before.you.includes(before.decision.seat);
  const found: Heard[] = [];
  const add = (sound: Sound, at: number, mine = own): void => {
    if (!found.some((one) => one.sound === sound)) found.push({ sound, at, own: mine });
  };
  for (const { event, start, length } of list) {
    if (event.what === 'laid') add('tile', event.own ? start : start + length * 0.9);
    else if (event.what === 'came' || event.what === 'moved' || event.what === 'changed') add('figure', start + length * 0.55);
    else if (event.what === 'points') add('points', start);
  }
  const end = endOf(list);
  if (after.over && !before.over) add('end', end, true);
  else if (asked(after) && !asked(before)) add('turn', end, true);
  return found;
}
