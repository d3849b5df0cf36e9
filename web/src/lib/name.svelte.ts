/** What the reader is called: asked once, where it is first needed, and kept in this browser. Nobody has to have a name. */

import { remember, remembered } from './memory';

export const LONGEST = 40; // letters; the server takes no more

/** A name as it is kept: on one line, without blanks around it. */
export function tidy(text: string): string {
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, LONGEST).join('').trim();
}

let name = $state(remembered('name') ?? '');
let answered = $state(remembered('name') !== null);
let waiting = $state.raw<((name: string) => void) | null>(null);

/** The reader's name; empty for whoever did not give one. */
export function myName(): string {
  return name;
}

/** Has the reader been asked, whatever came of it? */
export function nameAsked(): boolean {
  return answered;
}

/** From now on the reader is called this; nothing is an answer too. */
export function callMe(text: string): void {
  name = tidy(text);
  answered = true;
  remember('name', name);
  waiting?.(name);
  waiting = null;
}

/** The name, asked for if that was never done. */
export function askName(): Promise<string> {
  if (answered) return Promise.resolve(name);
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

/** Is somebody waiting for the name? */
export function asking(): boolean {
  return waiting !== null;
}
