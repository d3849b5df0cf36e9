/** Asking the server: JSON in, JSON out, problem documents as errors in the reader's language. */

import { language } from './i18n.svelte';
import { heard } from './server.svelte';

export interface Problem {
  status: number;
  code: string;
  detail: string;
  clause?: string | null;
  problems?: string[];
}

/** The server said no, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Nobody answered: no network, no server, or one that is starting or busy, which may say so. */
export class Unreachable extends Error {}

const KEPT = 'x-kept'; // the service worker's mark on what the server said earlier
const TRY_AGAIN = new Set([408, 425, 429, 502, 503, 504]);

/** An address with the reader's language, unless it names one. */
export function withLanguage(path: string): string {
  if (/[?&]lang=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language()}`;
}

async function ask(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
  let answer: Response;
  try {
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': type };
    answer = await fetch(withLanguage(path), { method, credentials: 'same-origin', headers, body });
  } catch {
    heard(false);
    throw new Unreachable();
  }
  const kept = answer.headers.get(KEPT);
  if (kept !== 'ever') heard(kept === null);
  if (answer.ok) return answer;
  if (TRY_AGAIN.has(answer.status)) throw new Unreachable((await problemOf(answer)).detail);
  throw new Refused(await problemOf(answer));
}

async function problemOf(answer: Response): Promise<Problem> {
  const unknown = { status: answer.status, code: `http-${answer.status}`, detail: answer.statusText };
  try {
    const found = (await answer.json()) as Partial<Problem>;
    return { ...unknown, ...found, detail: typeof found.detail === 'string' ? found.detail : unknown.detail };
  } catch {
    return unknown;
  }
}

export async function get<T>(path: string): Promise<T> {
  return (await (await ask('GET', path)).json()) as T;
}

export async function text(path: string): Promise<string> {
  return (await ask('GET', path)).text();
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await (await ask('POST', path, JSON.stringify(body))).json()) as T;
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return (await (await ask('PUT', path, JSON.stringify(body))).json()) as T;
}

/** Change something, or do something of which nothing is told. */
export async function send(method: 'PUT' | 'PATCH' | 'POST', path: string, body: unknown): Promise<void> {
  await ask(method, path, JSON.stringify(body));
}

export async function patch<T>(path: string, body: unknown): Promise<T> {
  return (await (await ask('PATCH', path, JSON.stringify(body))).json()) as T;
}

/** Take something away. */
export async function remove(path: string): Promise<void> {
  await ask('DELETE', path);
}

/** Take something away, and hear what there is now. */
export async function removed<T>(path: string): Promise<T> {
  return (await (await ask('DELETE', path)).json()) as T;
}

/** Send a text as it is. */
export async function postText<T>(path: string, body: string): Promise<T> {
  return (await (await ask('POST', path, body, 'text/plain')).json()) as T;
}
