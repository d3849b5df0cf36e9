import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

// The service worker in a browser that consists of a few maps.

const SOURCE = readFileSync(new URL('../src/sw.js', import.meta.url), 'utf-8').replace("['__FILES__']", "['/', '/assets/page.js']");
const ORIGIN = 'https://table.example';

class FakeCache {
  kept = new Map<string, Response>();
  address = (request: string | { url: string }): string => new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
  match = async (request: string | { url: string }): Promise<Response | undefined> => this.kept.get(this.address(request))?.clone();
  put = async (request: string | { url: string }, answer: Response): Promise<void> => {
    this.kept.delete(this.address(request));
    this.kept.set(this.address(request), answer);
  };
  keys = async (): Promise<{ url: string }[]> => [...this.kept.keys()].map((url) => ({ url }));
  delete = async (request: string | { url: string }): Promise<boolean> => this.kept.delete(this.address(request));
  addAll = async (files: string[]): Promise<void> => {
    for (const file of files) await this.put(file, await answers(file, {}));
  };
}

const stores = new Map<string, FakeCache>();
const listeners = new Map<string, (event: unknown) => void>();
let answers: (address: string, how: RequestInit) => Promise<Response>;
let asked: [string, RequestInit][] = [];

const caches = {
  open: async (name: string): Promise<FakeCache> => stores.get(name) ?? stores.set(name, new FakeCache()).get(name)!,
  keys: async (): Promise<string[]> => [...stores.keys()],
  delete: async (name: string): Promise<boolean> => stores.delete(name),
  match: async (request: string | { url: string }, { cacheName }: { cacheName: string }): Promise<Response | undefined> => (await caches.open(cacheName)).match(request),
};

async function happen(name: string): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  listeners.get(name)?.({ waitUntil: (one: Promise<unknown>) => waiting.push(one) });
  await Promise.all(waiting);
}

/** What the page gets; undefined if the worker leaves it to the browser. */
async function get(path: string, more: { method?: string; mode?: string } = {}): Promise<Response | undefined> {
  const waiting: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const request = { url: ORIGIN + path, method: 'GET', mode: 'cors', ...more };
  listeners.get('fetch')?.({ request, respondWith: (one: Promise<Response>) => (answer = one), waitUntil: (one: Promise<unknown>) => waiting.push(one) });
  const found = await answer;
  await Promise.all(waiting);
  return found;
}

const sheet = (...ids: string[]): string => `<svg xmlns="http://www.w3.org/2000/svg"><defs>${ids.map((id) => `<symbol id="${id}"/>`).join('')}</defs></svg>`;
const offline = (): Promise<Response> => Promise.reject(new TypeError('no network'));

beforeEach(async () => {
  stores.clear();
  asked = [];
  answers = async (address) => new Response(`said ${address}`, { headers: { 'Content-Type': 'text/plain' } });
  const fetching = (request: string | { url: string }, how: RequestInit = {}): Promise<Response> => {
    const address = typeof request === 'string' ? request : request.url;
    asked.push([address, how]);
    return answers(address, how);
  };
  const self = { addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener), skipWaiting: () => undefined, clients: { claim: () => undefined }, location: { origin: ORIGIN } };
  new Function('self', 'caches', 'fetch', SOURCE)(self, caches, fetching);
  await happen('install');
});

test('rules and lessons are what the server says, and what it said when it is silent; then they are marked', async () => {
  for (const path of ['/api/rules/BASE?lang=es', '/api/lessons/plus?lang=es', '/api/rules/BASE/BASE-1.svg']) {
    const fresh = await get(path);
    expect(fresh?.headers.has('x-kept')).toBe(false);
    answers = offline;
    const kept = await get(path);
    expect(await kept?.text()).toBe(`said ${ORIGIN}${path}`);
    expect(kept?.headers.get('x-kept')).toBe('silent');
    answers = async (address) => new Response(`said ${address}`);
  }
  answers = async () => new Response('better', { status: 200 });
  expect(await (await get('/api/rules/BASE?lang=es'))?.text()).toBe('better');
  answers = async () => new Response('starting', { status: 503 });
  expect(await (await get('/api/rules/BASE?lang=es'))?.text()).toBe('better');
});

test('a server that takes too long is not waited for if something is kept', async () => {
  await get('/api/rules?lang=es');
  vi.useFakeTimers();
  answers = () => new Promise(() => undefined);
  const found = get('/api/rules?lang=es');
  await vi.advanceTimersByTimeAsync(5000);
  expect((await found)?.headers.get('x-kept')).toBe('silent');
  vi.useRealTimers();
});

test('nothing of a table is kept, nothing that is sent, and no cookie goes along', async () => {
  for (const path of ['/api/tables/abc?lang=es', '/api/tables/abc/events', '/api/records/abc/view', '/api/tables', '/readyz', '/api/rulesome']) {
    expect(await get(path)).toBeUndefined();
  }
  expect(await get('/api/lessons/plus/tile', { method: 'POST' })).toBeUndefined();
  asked = [];
  await get('/api/catalogue?lang=es');
  await get('/api/art/figures.svg?v=1&lang=es');
  expect(asked.map(([, how]) => how.credentials)).toEqual(['omit', 'omit']);
});

test('drawings are asked for once, in whatever language, and put together from what is there', async () => {
  answers = async (address) => new Response(sheet(...(new URL(address).searchParams.get('ids') ?? '').split(',')));
  await get('/api/art/summer/tiles.svg?ids=A,B&v=1&lang=es');
  await get('/api/art/summer/tiles.svg?ids=C,D&v=1&lang=es');
  asked = [];
  expect(await (await get('/api/art/summer/tiles.svg?ids=A,B&v=1&lang=en'))?.text()).toBe(sheet('A', 'B'));
  expect(asked).toEqual([]); // which says nothing about the server
  expect((await get('/api/art/summer/tiles.svg?ids=A,B&v=1'))?.headers.get('x-kept')).toBe('ever');
  answers = offline;
  const mixed = await (await get('/api/art/summer/tiles.svg?ids=B,D&v=1&lang=es'))?.text();
  expect(mixed?.match(/id="\w"/g)).toEqual(['id="A"', 'id="B"', 'id="C"', 'id="D"']);
  expect(mixed?.match(/<svg/g)).toHaveLength(1);
  await expect(get('/api/art/summer/tiles.svg?ids=B&v=2')).rejects.toThrow(); // another version's
  await expect(get('/api/art/snow/tiles.svg?ids=B&v=1')).rejects.toThrow();
});

test('what is kept is bounded in number and in size, and the oldest goes first', async () => {
  for (let number = 0; number < 600; number++) await get(`/api/rules/P${number}`);
  const facts = stores.get('facts')!;
  await happen('activate');
  expect(facts.kept.size).toBe(500);
  expect(facts.kept.has(`${ORIGIN}/api/rules/P0`)).toBe(false);
  expect(facts.kept.has(`${ORIGIN}/api/rules/P599`)).toBe(true);
  answers = async () => new Response('x'.repeat(2_500_000));
  for (let number = 0; number < 30; number++) await get(`/api/art/figures.svg?v=${number}`);
  await happen('activate');
  expect(stores.get('art')!.kept.size).toBe(9); // of 24 million bytes
  answers = async () => new Response('x'.repeat(5_000_000));
  await get('/api/rules/LARGE');
  expect(facts.kept.has(`${ORIGIN}/api/rules/LARGE`)).toBe(false);
});

test('the page opens without the server at its own addresses, and files to save are left alone', async () => {
  stores.set('shell-older', new FakeCache());
  await happen('activate');
  expect([...stores.keys()].filter((name) => name.startsWith('shell'))).toHaveLength(1);
  answers = offline;
  expect(await (await get('/', { mode: 'navigate' }))?.text()).toBe('said /');
  expect(await (await get('/t/abc', { mode: 'navigate' }))?.text()).toBe('said /');
  expect(await (await get('/assets/page.js'))?.text()).toBe('said /assets/page.js');
  expect(await get('/api/records/abc/film.webp', { mode: 'navigate' })).toBeUndefined();
});
