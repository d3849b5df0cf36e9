/** The list of problems, and which is next: that of the day, or one as hard as its reader is good. */

import type { components } from '../lib/api';
import { get } from '../lib/http';
import { language } from '../lib/i18n.svelte';
import type { Progress } from './progress.svelte';

export type Listed = components['schemas']['PosedListed'];
export type List = components['schemas']['PosedList'];
export type Problem = components['schemas']['PosedShown'];
export type Question = components['schemas']['PosedQuestion'];

const DAY = 86_400_000;
const NEAR = 3; // points: an answer that loses less was close

let found = $state.raw<List | null>(null);
let asked: { language: string; load: Promise<List> } | null = null;

/** Asked for once in each language, and again after a failure. */
export function needList(): Promise<List> {
  const wanted = language();
  if (asked?.language === wanted) return asked.load;
  const load = get<List>('/api/puzzles').then((list) => (found = list));
  asked = { language: wanted, load };
  load.catch(() => (asked = null));
  return load;
}

export function list(): List | null {
  return found;
}

/** A day as people write it in a calendar: 2026-03-01. */
export function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The problem of a day, the same for everybody. */
export function ofTheDay(all: List, day: string): Listed | undefined {
  const days = Math.round((Date.parse(day) - Date.parse(all.first_day)) / DAY);
  const n = all.problems.length;
  return all.problems[(((days * all.stride) % n) + n) % n];
}

/** Those with a theme and of a game; empty texts mean any. */
export function chosen(all: Listed[], theme: string, preset: string): Listed[] {
  return all.filter((one) => (!theme || one.themes.includes(theme)) && (!preset || one.preset === preset));
}

/** The problem to try next: not tried yet, and nearest to the rating; of equals one by chance. */
export function nextOf(all: Listed[], { results, rating }: Progress, chance = Math.random): Listed | undefined {
  const fresh = all.filter(({ id }) => !results[id]);
  const left = fresh.length ? fresh : all.filter(({ id }) => results[id] === 'missed');
  const far = ({ rating: hard }: Listed): number => Math.abs(hard - rating);
  const least = Math.min(...left.map(far));
  const nearest = left.filter((one) => far(one) === least);
  return nearest[Math.floor(chance() * nearest.length)];
}

export interface Verdict {
  right: boolean;
  loss: number; // points given away
  more: boolean; // or more than that
  near: boolean;
}

/** What an answer is worth. */
export function judged(question: Question, text: string): Verdict {
  if (text === question.answer) return { right: true, loss: 0, more: false, near: false };
  const known = question.close.find((one) => one.text === text);
  const loss = known?.loss ?? question.rest;
  return { right: false, loss, more: !known, near: loss < NEAR };
}
