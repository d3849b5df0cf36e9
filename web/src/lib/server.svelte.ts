/** Whether the server was there when it was asked last. */

let there = $state(typeof navigator === 'undefined' || navigator.onLine);

if (typeof addEventListener !== 'undefined') {
  addEventListener('offline', () => heard(false));
  addEventListener('online', () => heard(true)); // until it is asked
}

export function heard(answered: boolean): void {
  there = answered;
}

export function reachable(): boolean {
  return there;
}
