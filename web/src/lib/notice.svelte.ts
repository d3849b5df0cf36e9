/** A notice of the system when it is one's turn and the page is not looked at. It is offered, never asked for by itself. */

import { remember, remembered } from './memory';

let wanted = $state(remembered('notify')); // yes, no, or not answered yet
let permission = $state(typeof Notification === 'undefined' ? 'denied' : Notification.permission);

/** Could notices be had, if the reader wants them? */
export function possible(): boolean {
  return permission !== 'denied';
}

/** Has nobody answered the offer yet? */
export function undecided(): boolean {
  return wanted === null && possible();
}

export function notices(): boolean {
  return wanted === 'yes' && permission === 'granted';
}

/** The reader has decided; the browser asks once more the first time. */
export async function chooseNotices(want: boolean): Promise<void> {
  wanted = want ? 'yes' : 'no';
  remember('notify', wanted);
  if (want && permission === 'default') permission = await Notification.requestPermission();
}

/** Tell something, unless the page is being looked at. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!notices() || !document.hidden) return;
  const options: NotificationOptions = { body, tag, icon: '/icon.svg' };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, options); // the only way on a phone
    return;
  }
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** What was told is seen now. */
export async function withdraw(tag: string): Promise<void> {
  if (!notices()) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close();
}
