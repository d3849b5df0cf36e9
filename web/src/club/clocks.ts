/** Clocks as the club offers them: so many minutes for a game, or days for every turn. */

import type { components } from '../lib/api';

export type Clock = components['schemas']['ClockAsked'];

export function ofMinutes(minutes: number, increment = 0): Clock {
  return { minutes, increment, at_zero: 'lose' };
}

export function ofDays(days: number): Clock {
  return { days, increment: 0, at_zero: 'lose' };
}

/** For those who do not want to sit there all the time. */
export const DAILY = [1, 2, 3, 4, 5, 6, 7].map(ofDays);
