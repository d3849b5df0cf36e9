// The built files are listed here by the build (vite.config.ts). Drawings and catalogue are kept as they are asked for:
// the first never change under one address, the second is asked anew whenever the server answers.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const SHELL = `shell-${VERSION}`;
const ART = `art-${VERSION}`;
const FACTS = 'facts';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const kept = new Set([SHELL, ART, FACTS]);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !kept.has(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function cachedFirst(request, name) {
  const cache = await caches.open(name);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function networkFirst(request, name) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (found) return found;
    throw error;
  }
}

async function shell(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match('/');
    if (found) return found;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (FILES.includes(url.pathname)) event.respondWith(cachedFirst(request, SHELL));
  else if (url.pathname.startsWith('/api/art/') && url.searchParams.has('v')) event.respondWith(cachedFirst(request, ART));
  else if (/^\/api\/(art|catalogue|texts|rules)/.test(url.pathname)) event.respondWith(networkFirst(request, FACTS));
});

// A notice was tapped: back to the page that sent it.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const page = pages.find(({ url }) => url.includes(event.notification.tag)) ?? pages[0];
      return page ? page.focus() : self.clients.openWindow(`/#/table/${event.notification.tag}`);
    }),
  );
});
