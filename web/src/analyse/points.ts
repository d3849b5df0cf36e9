/** An analysis as points of a curve: what happened at each step, how it changed the chances, and what is worth a look. */

import type { components } from '../lib/api';
import type { Key } from '../lib/i18n.svelte';
import type { Cell, Choices } from '../lib/options';
import { cellKey } from '../lib/options';
import type { Option, Point } from '../lib/view';

type Schemas = components['schemas'];
export type Analysis = Schemas['AnalysisShown'];
export type Answer = Schemas['AnalysedAnswer'];
export type Luck = Schemas['AnalysedEvent'];
export type Side = Schemas['AnalysedSide'];
export type Standing = Schemas['AnalysisStanding'];

/** What the analysis says of one step; `at` is how many steps there are with it. */
export interface Told {
  at: number;
  turn: number;
  seat: number;
  chances: number[];
  answer: Answer | null;
  luck: Luck | null;
}

export const MARKS: Record<string, Key> = {
  best: 'analyse.best',
  good: 'analyse.good',
  inaccuracy: 'analyse.inaccuracy',
  mistake: 'analyse.mistake',
  blunder: 'analyse.blunder',
};
export const SIGNS: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Every step that was looked at, in order. */
export function points({ answers, events }: Analysis): Told[] {
  const told: Told[] = [
    ...answers.map((answer) => ({ at: answer.step + 1, turn: answer.turn, seat: answer.seat, chances: answer.chances, answer, luck: null })),
    ...events.map((luck) => ({ at: luck.step + 1, turn: luck.turn, seat: luck.seat, chances: luck.chances, answer: null, luck })),
  ];
  return told.sort((a, b) => a.at - b.at);
}

export function isError({ answer }: Told): boolean {
  return answer !== null && answer.mark in SIGNS;
}

/** The errors to learn from: mistakes and blunders; if there are none of them, inaccuracies. Forced answers are no errors. */
export function lessons(told: Told[], seat: number | null): Told[] {
  const mine = told.filter((one) => isError(one) && (seat === null || one.seat === seat) && one.answer?.better.length);
  const grave = mine.filter(({ answer }) => answer?.mark !== 'inaccuracy');
  return grave.length ? grave : mine;
}

/** The last point up to so many steps; null before the first. */
export function upTo(told: Told[], steps: number): Told | null {
  return told.findLast(({ at }) => at <= steps) ?? null;
}

/** The point to show for a place on the curve, from 0 to 1: an error that is near goes before what is nearest. */
export function nearest(told: Told[], last: number, place: number, reach: number): Told | null {
  const far = ({ at }: Told): number => Math.abs(at / Math.max(1, last) - place);
  const best = (some: Told[]): Told | null => some.reduce<Told | null>((a, b) => (a && far(a) <= far(b) ? a : b), null);
  const error = best(told.filter(isError));
  return error && far(error) <= reach ? error : best(told);
}

/** The error before or after a place. */
export function nextError(told: Told[], now: number, way: 1 | -1): Told | null {
  const errors = told.filter(isError);
  return (way > 0 ? errors.find(({ at }) => at > now) : errors.findLast(({ at }) => at < now)) ?? null;
}

/** The line of a seat's chances as an SVG path, in a box of so many units. */
export function line(told: Told[], seat: number, last: number, width: number, height: number): string {
  return told
    .map(({ at, chances }, number) => {
      const x = ((at / Math.max(1, last)) * width).toFixed(1);
      const y = ((1 - (chances[seat] ?? 0)) * height).toFixed(1);
      return `${number ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
}

/** The better answers as the board draws places to tap: a tile that is not there, and where its figure would stand. */
export function ghosts(better: Option[]): { choices: Choices; tile: Option | null } {
  const cells: Cell[] = [];
  const spots: { option: Option; at: Point }[] = [];
  let tile: Option | null = null;
  for (const option of better) {
    const { type, x, y } = option.target;
    if (type === 'cell' && x != null && y != null) {
      tile = option;
      cells.push({ key: cellKey(x, y), x, y, turns: [option] });
    } else if (option.at) spots.push({ option, at: option.at as Point });
  }
  return { choices: { cells, figures: [], spots, spaces: new Map(), seats: new Map(), buttons: [], all: better }, tile };
}

/** `+2.1`, `−0.4`, `0.0`, with the reader's comma. */
export function signed(value: number, digits = 1, language = 'en'): string {
  const rounded = Number(value.toFixed(digits));
  const text = Math.abs(rounded).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : text;
}

export const percent = (value: number): number => Math.round(100 * value);
