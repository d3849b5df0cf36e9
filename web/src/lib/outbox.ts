/** Answers on their way to the server. One that gets no reply is sent again, with the same key, until it gets one. */

import { Refused, Unreachable } from './http';
import { remember, rememberedJson } from './memory';

export interface Letter {
  path: string;
  body: Record<string, unknown> & { key: string };
}

export interface Post {
  <T>(path: string, body: unknown): Promise<T>;
}

const WAITS = [400, 800, 1500, 3000, 5000];

/** A key that is used once; `randomUUID` would need https, and tables on a home network have none. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Outbox {
  #wake: (() => void) | null = null;
  #closed = false;
  #sending = false;

  constructor(
    private readonly name: string,
    private readonly post: Post,
    private readonly settled: (reply: { seq?: number } | null, refusal: Refused | null) => void,
    private readonly stalled: () => void = () => undefined,
  ) {}

  /** A letter that was written before the page was loaded again. */
  resume(): void {
    const letter = rememberedJson<Letter | null>(this.name, null, true);
    if (letter) void this.#deliver(letter);
  }

  get busy(): boolean {
    return this.#sending;
  }

  /** Returns false, and sends nothing, while another letter is on its way. */
  send(path: string, body: Record<string, unknown>): boolean {
    if (this.#sending || this.#closed) return false;
    const letter = { path, body: { ...body, key: freshKey() } };
    remember(this.name, JSON.stringify(letter), true);
    void this.#deliver(letter);
    return true;
  }

  /** Try at once instead of waiting: the network is back. */
  hurry(): void {
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async #deliver(letter: Letter): Promise<void> {
    this.#sending = true;
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        const reply = await this.post<{ seq?: number } | undefined>(letter.path, letter.body);
        this.#done(reply ?? {}, null);
        return;
      } catch (error) {
        if (error instanceof Unreachable) {
          this.stalled();
          await this.#pause(WAITS[Math.min(attempt, WAITS.length - 1)] as number);
          continue;
        }
        this.#done(null, error instanceof Refused ? error : new Refused({ status: 0, code: 'unknown', detail: String(error) }));
        return;
      }
    }
  }

  #done(reply: { seq?: number } | null, refusal: Refused | null): void {
    this.#sending = false;
    remember(this.name, null, true);
    if (!this.#closed) this.settled(reply, refusal);
  }

  #pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
