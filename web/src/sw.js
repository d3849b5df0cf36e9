// The built files are listed here by the build (vite.config.ts). Beside them only what is the same for everybody is kept: drawings,
// which never change under one address, and rules, lessons, problems, catalogue and words, which are asked for anew whenever the server
// answers. Nothing of a table, and nothing that was asked for with a cookie. What is kept is bounded; the oldest goes first.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const SHELL = `shell-${VERSION}`;
const ART = 'art';
const FACTS = 'facts';
const MOST = { [ART]: { entries: 200, bytes: 24e6 }, [FACTS]: { entries: 500, bytes: 32e6 } };
const PAGE = /^\/(index\.html|t\/[\w-]+\/?)?$/;
const FACT = /^\/api\/(art|catalogue|texts|rules|lessons|puzzles)(\/|$)/;
const KEPT = 'x-kept'; // on answers that did not come from the server now: 'silent' if it was asked, 'ever' if that was not needed
const SIZE = 'x-size';
const PATIENCE = 4000; // milliseconds until what is kept has to do
const TIDY = 25; // puts between two times of tidying up

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const mine = new Set([SHELL, ART, FACTS]);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => !mine.has(name)).map((name) => caches.delete(name))))
      .then(() => Promise.all([tidy(ART), tidy(FACTS)]))
      .then(() => self.clients.claim()),
  );
});

let puts = 0;

/** Keep an answer with its size, if it is small enough to leave room for others. */
async function keep(name, address, answer) {
  const body = await answer.blob();
  if (body.size > MOST[name].bytes / 8) return;
  const cache = await caches.open(name);
  const headers = { 'Content-Type': answer.headers.get('Content-Type') ?? '', [SIZE]: String(body.size), [KEPT]: 'ever' };
  await cache.put(address, new Response(body, { headers }));
  if (++puts % TIDY === 0) await tidy(name);
}

/** Drop the oldest of what is too much. */
async function tidy(name) {
  const cache = await caches.open(name);
  const addresses = await cache.keys(); // in the order in which they were put
  const sizes = await Promise.all(addresses.map(async (one) => Number((await cache.match(one))?.headers.get(SIZE) ?? 0)));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  for (let at = 0; at < addresses.length && (addresses.length - at > MOST[name].entries || bytes > MOST[name].bytes); at++) {
    bytes -= sizes[at];
    await cache.delete(addresses[at]);
  }
}

/** Nobody's cookie goes with what is kept for everybody. */
function asked(url) {
  return fetch(url.href, { credentials: 'omit' });
}

function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set(KEPT, 'silent');
  return new Response(answer.body, { headers });
}

async function drawing(url, event) {
  url.searchParams.delete('lang'); // drawings have none
  const cache = await caches.open(ART);
  const found = await cache.match(url.href);
  if (found) return found;
  try {
    const answer = await asked(url);
    if (answer.ok) event.waitUntil(keep(ART, url.href, answer.clone()));
    return answer;
  } catch (error) {
    const made = await gathered(cache, url);
    if (made) return made;
    throw error;
  }
}

/** A sheet of drawings put together from sheets that hold some of them: which ones are asked for together depends on the day. */
async function gathered(cache, url) {
  const wanted = new Set((url.searchParams.get('ids') ?? '').split(',').filter(Boolean));
  const parts = [];
  for (const request of wanted.size ? await cache.keys() : []) {
    const other = new URL(request.url);
    if (other.pathname !== url.pathname || other.searchParams.get('v') !== url.searchParams.get('v')) continue;
    const has = (other.searchParams.get('ids') ?? '').split(',').filter((id) => wanted.delete(id));
    if (has.length) parts.push((await (await cache.match(request)).text()).replace(/^<svg[^>]*>|<\/svg>\s*$/g, ''));
  }
  if (!parts.length) return null;
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>`, { headers: { 'Content-Type': 'image/svg+xml', [KEPT]: 'silent' } });
}

/** What the server says now; if it is silent, what it said before. */
async function fact(url, event) {
  const cache = await caches.open(FACTS);
  const before = await cache.match(url.href);
  const answering = asked(url).then((answer) => {
    if (answer.ok) event.waitUntil(keep(FACTS, url.href, answer.clone()));
    return answer;
  });
  if (!before) return answering;
  answering.catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([answering, late]).catch(() => undefined);
  return answer && answer.status < 500 ? answer : marked(before);
}

async function file(request) {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);
}

async function page(request) {
  const kept = await caches.match('/', { cacheName: SHELL });
  const answering = fetch(request);
  if (!kept) return answering;
  answering.catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return (await Promise.race([answering, late]).catch(() => undefined)) ?? kept;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (PAGE.test(url.pathname)) event.respondWith(page(request)); // a file to save may take its time
  } else if (FILES.includes(url.pathname)) event.respondWith(file(request));
  else if (url.pathname.startsWith('/api/art/') && url.searchParams.has('v')) event.respondWith(drawing(url, event));
  else if (FACT.test(url.pathname)) event.respondWith(fact(url, event));
});

// A game over days waits for whoever has asked to be told, also when no page is open. The tag is the table.
self.addEventListener('push', (event) => {
  const { title, body, tag } = event.data?.json() ?? {};
  if (title && tag) event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.svg' }));
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
