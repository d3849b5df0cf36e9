/** What the host tells everybody: asked for now and then, and heard at once at a table. */

import type { components } from '../../lib/api';
import { get } from '../../lib/http';
import { remember, remembered } from '../../lib/memory';

export type Notice = components['schemas']['NoticeShown'];

const NOTHING: Notice = { announcement: null, maintenance: false };
const AGAIN = 60_000; // from one question to the next, while somebody looks
const SOON = 5_000; // and at least this long after the last one, when another screen is opened
const CLOSED = 'announcement'; // the one that was closed here, by its moment

let notice = $state.raw<Notice>(NOTHING);
let closed = $state(remembered(CLOSED));
let asked = -Infinity;

export function hear(told: Notice): void {
  notice = told;
}

/** What is announced and has not been closed here. */
export function announced(): string {
  const said = notice.announcement;
  return said && String(said.since) !== closed ? said.text : '';
}

export function maintenance(): boolean {
  return notice.maintenance;
}

export function close(): void {
  closed = String(notice.announcement?.since ?? '');
  remember(CLOSED, closed);
}

/** Ask, unless that was done a moment ago or nobody looks. */
export async function look(): Promise<void> {
  if (document.hidden || performance.now() - asked < SOON) return;
  asked = performance.now();
  try {
    hear(await get<Notice>('/api/notice'));
  } catch {
    // what was known stays, and it is asked again
  }
}

/** Go on asking; ends with the function that is returned. */
export function follow(): () => void {
  const again = () => void look();
  const timer = setInterval(again, AGAIN);
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
  };
}
