/** Who is signed in on this browser, and whether it may make tables. Asked once; nobody has to be a member. */

import type { components } from './api';
import { get } from './http';

export type Me = components['schemas']['MeShown'];
export type Member = components['schemas']['MemberShown'];

let me = $state.raw<Me | null>(null); // not known yet
let asked: Promise<Me> | null = null;

export function whoAmI(): Me | null {
  return me;
}

export function member(): Member | null {
  return me?.member ?? null;
}

/** May tables be made from here? Yes, until the server has said no. */
export function mayMake(): boolean {
  return me?.may_make ?? true;
}

export function needMe(): Promise<Me> {
  asked ??= get<Me>('/api/me').then(takeMe, (error: unknown) => {
    asked = null; // asked again with the next screen
    throw error;
  });
  return asked;
}

/** What the server has said about us just now. */
export function takeMe(found: Me): Me {
  me = found;
  asked = Promise.resolve(found);
  return found;
}

/** Something has changed: ask again. */
export function askAgain(): Promise<Me> {
  asked = null;
  return needMe();
}
