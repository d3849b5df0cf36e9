import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refused, Unreachable } from '../src/lib/http';
import { Outbox, type Post } from '../src/lib/outbox';

class Store {
  kept = new Map<string, string>();
  getItem = (name: string): string | null => this.kept.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.kept.set(name, value);
  removeItem = (name: string): void => void this.kept.delete(name);
}

let store: Store;
let sent: { path: string; body: { key: string; answer?: string } }[];
let replies: (() => unknown)[];
let settled: ReturnType<typeof vi.fn<(reply: { seq?: number } | null, refusal: Refused | null) => void>>;

const post = (async (path: string, body: { key: string }) => {
  sent.push({ path, body });
  return replies.shift()?.();
}) as Post;
const fails = (): never => {
  throw new Unreachable();
};

beforeEach(() => {
  vi.useFakeTimers();
  store = new Store();
  vi.stubGlobal('sessionStorage', store);
  sent = [];
  replies = [];
  settled = vi.fn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an answer on its way', () => {
  test('is sent once when the server replies', async () => {
    replies = [() => ({ seq: 8 })];
    const outbox = new Outbox('o', post, settled);
    expect(outbox.send('/answers', { answer: 'pass' })).toBe(true);
    await vi.runAllTimersAsync();
    expect(settled).toHaveBeenCalledExactlyOnceWith({ seq: 8 }, null);
    expect(sent).toHaveLength(1);
    expect(store.kept.size).toBe(0);
  });

  test('survives a lost connection: the same key again until there is a reply', async () => {
    replies = [fails, fails, () => ({ seq: 9 })];
    const outbox = new Outbox('o', post, settled);
    outbox.send('/answers', { answer: '1,0 r0' });
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body.key)).size).toBe(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ seq: 9 }, null);
  });

  test('goes at once when the network is back', async () => {
    replies = [fails, fails, fails, fails, fails, () => ({ seq: 2 })];
    const outbox = new Outbox('o', post, settled);
    outbox.send('/answers', {});
    await vi.advanceTimersByTimeAsync(400 + 800 + 1500 + 3000);
    expect(sent).toHaveLength(5);
    outbox.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledOnce();
  });

  test('blocks a second one, so that a nervous finger answers once', async () => {
    replies = [fails, () => ({ seq: 1 })];
    const outbox = new Outbox('o', post, settled);
    outbox.send('/answers', { answer: 'a' });
    expect(outbox.send('/answers', { answer: 'b' })).toBe(false);
    await vi.runAllTimersAsync();
    expect(new Set(sent.map(({ body }) => body.answer))).toEqual(new Set(['a']));
  });

  test('that is refused is not tried again', async () => {
    const refusal = new Refused({ status: 409, code: 'stale', detail: 'the table has moved on' });
    replies = [
      () => {
        throw refusal;
      },
    ];
    const outbox = new Outbox('o', post, settled);
    outbox.send('/answers', {});
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(null, refusal);
    expect(outbox.busy).toBe(false);
  });

  test('survives loading the page again', async () => {
    replies = [fails];
    const before = new Outbox('o', post, settled);
    before.send('/answers', { answer: 'x' });
    await vi.advanceTimersByTimeAsync(10);
    before.close();
    replies = [() => ({ seq: 3 })];
    const after = new Outbox('o', post, settled);
    after.resume();
    expect(after.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
    expect(sent.at(-1)?.body).toEqual(sent[0]?.body);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ seq: 3 }, null);
  });
});
