/** Long spans of time in words that fit on a card: "2 d 5 h". */

import { language } from './i18n.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days and hours, then hours and minutes, then minutes; never nothing before the time is up. */
export function longTime(ms: number, spoken: string = language()): string {
  const part = (n: number, unit: 'day' | 'hour' | 'minute'): string => new Intl.NumberFormat(spoken, { style: 'unit', unit, unitDisplay: 'narrow' }).format(n);
  const [large, small, unit, less] = ms >= DAY ? ([DAY, HOUR, 'day', 'hour'] as const) : ([HOUR, MINUTE, 'hour', 'minute'] as const);
  const whole = Math.floor(ms / large);
  const rest = Math.floor((ms % large) / small);
  const parts = [...(whole ? [part(whole, unit)] : []), ...(rest || !whole ? [part(Math.max(rest, ms > 0 && !whole ? 1 : 0), less)] : [])];
  return parts.join(' ');
}
