/** What this device knows of who solves problems here: what was tried, a rating, how many were solved in a row. */

import { remember, rememberedJson } from '../lib/memory';

const KEPT = 'problems';
const BEGINNER = 1000; // rating of somebody who has solved nothing yet
const FIRST = 20; // problems during which a rating moves twice as fast
const STEP = 24; // points a rating moves at most
const MOST = 2000; // results that are kept

export type Outcome = 'solved' | 'missed';

export interface Progress {
  rating: number;
  streak: number; // solved in a row
  best: number; // the longest row
  tried: number;
  results: Record<string, Outcome>; // of the first try at each problem; a problem that was missed and solved later is solved
  days: string[]; // whose problem was solved, the last ones
}

const NOTHING: Progress = { rating: BEGINNER, streak: 0, best: 0, tried: 0, results: {}, days: [] };

let kept = $state.raw<Progress>({ ...NOTHING, ...rememberedJson<Partial<Progress>>(KEPT, {}) });

export function progress(): Progress {
  return kept;
}

/** The rating after a first try: it rises for what was hard, and falls for what was easy. */
export function rated(rating: number, problem: number, score: number, tried: number): number {
  const expected = 1 / (1 + 10 ** ((problem - rating) / 400));
  return Math.round(rating + (tried < FIRST ? 2 : 1) * STEP * (score - expected));
}

/** After a try. Only the first one at a problem counts for the rating; with a hint it counts half. */
export function after(before: Progress, id: string, problem: number, solved: boolean, hinted: boolean, day = ''): Progress {
  const known = before.results[id];
  const days = solved && day && !before.days.includes(day) ? [...before.days, day].slice(-40) : before.days;
  if (known) return { ...before, days, results: solved ? { ...before.results, [id]: 'solved' } : before.results };
  const streak = solved ? before.streak + 1 : 0;
  const results = Object.fromEntries([...Object.entries(before.results), [id, solved ? 'solved' : 'missed']].slice(-MOST)) as Record<string, Outcome>;
  return {
    rating: rated(before.rating, problem, solved ? (hinted ? 0.5 : 1) : 0, before.tried),
    streak,
    best: Math.max(before.best, streak),
    tried: before.tried + 1,
    results,
    days,
  };
}

export function keep(id: string, problem: number, solved: boolean, hinted: boolean, day = ''): void {
  kept = after(kept, id, problem, solved, hinted, day);
  remember(KEPT, JSON.stringify(kept));
}

export function startAgain(): void {
  kept = NOTHING;
  remember(KEPT, null);
}
