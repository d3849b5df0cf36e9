/** What the reader is called: as a member, else asked once, where it is first needed, and kept in this browser. Nobody has to have a name. */

import { member } from './me.svelte';
import { remember, remembered } from './memory';

export const LONGEST = 40; // letters; the server takes no more

const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g; // letters and symbols that show nothing

/** A name as it is kept: on one line, without blanks around it, and none if there is nothing to be seen in it. */
export function tidy(text: string): string {
  const found = [...text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()].slice(0, LONGEST).join('').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(found.replace(BLANK, '')) ? found : '';
}

/** The letter a name goes by at a table: one that nobody else has, as the server chooses it. */
export function letterOf(name: string, others: string[], usual: string): string {
  const letters = tidy(name).normalize('NFD').toUpperCase().match(/[A-Z0-9]/g) ?? [];
  return letters.find((letter) => !others.includes(letter)) ?? usual;
}

let name = $state(remembered('name') ?? '');
let answered = $state(remembered('name') !== null);
let waiting = $state.raw<((name: string) => void) | null>(null);

/** The reader's name; empty for whoever did not give one. */
export function myName(): string {
  return member()?.name ?? name;
}

/** Has the reader been asked, whatever came of it? A member is not asked. */
export function nameAsked(): boolean {
  return answered || member() !== null;
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
  if (nameAsked()) return Promise.resolve(myName());
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

/** Is somebody waiting for the name? */
export function asking(): boolean {
  return waiting !== null;
}
