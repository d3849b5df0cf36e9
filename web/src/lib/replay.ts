/** Stepping through a record. The server knows every position; here is only which one to show next. */

import type { components } from './api';

export type Steps = components['schemas']['RecordSteps'];
export type Step = components['schemas']['StepShown'];

export const SPEEDS = [0.5, 1, 2, 4] as const;

const PACE = 1100; // milliseconds for a step at speed 1
const DRAW = 0.45; // a draw needs less of it, a scoring more
const SCORING = 1.9;

/** The step of an address; the beginning if it names none. */
export function stepIn(text: string, last: number): number {
  const step = /^\d+$/.test(text) ? Number(text) : 0;
  return Math.min(step, last);
}

/** The next step after this one that brought points, if there is one. */
export function nextScoring(steps: Step[], now: number): number | null {
  return steps.find(({ step, scored }) => step > now && scored.length > 0)?.step ?? null;
}

/** How long a step stays when the game is played back. */
export function pause(step: Step | undefined, speed: number): number {
  const weight = step?.scored.length ? SCORING : step?.kind === 'draw' ? DRAW : 1;
  return (PACE * weight) / speed;
}
