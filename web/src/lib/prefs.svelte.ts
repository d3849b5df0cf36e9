/** How this browser likes things: light or dark, calm or moving, loud or silent, one tap more or less. */

import { remember, remembered } from './memory';

export const MODES = ['auto', 'light', 'dark'] as const;
export type Mode = (typeof MODES)[number];

const query = (text: string): MediaQueryList | null => (typeof matchMedia === 'undefined' ? null : matchMedia(text));
const darkSystem = query('(prefers-color-scheme: dark)');
const calmSystem = query('(prefers-reduced-motion: reduce)');

let mode = $state<Mode>((MODES as readonly string[]).includes(remembered('mode') ?? '') ? (remembered('mode') as Mode) : 'auto');
let systemDark = $state(darkSystem?.matches ?? false);
let calm = $state(calmSystem?.matches ?? false);

darkSystem?.addEventListener('change', (event) => (systemDark = event.matches));
calmSystem?.addEventListener('change', (event) => (calm = event.matches));

export function modeChosen(): Mode {
  return mode;
}

export function chooseMode(wanted: Mode): void {
  mode = wanted;
  remember('mode', wanted);
}

export function dark(): boolean {
  return mode === 'dark' || (mode === 'auto' && systemDark);
}

let quick = $state(remembered('fast') === 'yes');

/** Does a second tap on the tile lay it, instead of turning it? */
export function fast(): boolean {
  return quick;
}

export function chooseFast(wanted: boolean): void {
  quick = wanted;
  remember('fast', wanted ? 'yes' : 'no');
}

let loud = $state(remembered('sound') !== 'no');

/** May the table be heard, and felt? */
export function sounds(): boolean {
  return loud;
}

export function chooseSounds(wanted: boolean): void {
  loud = wanted;
  remember('sound', wanted ? 'yes' : 'no');
}

/** Has the reader asked for less motion? */
export function still(): boolean {
  return calm;
}
