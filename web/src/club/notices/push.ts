/** This browser's subscription to notices that come when no page is open. */

export interface Subscription {
  endpoint: string;
  public_key: string;
  secret: string;
}

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis && Notification.permission !== 'denied';
}

function packed(buffer: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpacked(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (one) => one.charCodeAt(0));
}

function told(subscription: PushSubscription): Subscription {
  return { endpoint: subscription.endpoint, public_key: packed(subscription.getKey('p256dh')), secret: packed(subscription.getKey('auth')) };
}

/** The subscription of this browser, if it has one. */
export async function subscribed(): Promise<Subscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  const found = await worker?.pushManager.getSubscription();
  return found ? told(found) : null;
}

/** Ask the browser for a subscription for the server with this key; null if the reader does not want it. */
export async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.ready;
  return told(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: unpacked(key) }));
}

export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
