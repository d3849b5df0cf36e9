/** The lobby's stream: what it says, as long as somebody looks. */

import { get, withLanguage } from '../../lib/http';
import { remember } from '../../lib/memory';
import { changed, type Changed, type Challenges, type Shown, type You } from './board';

const REOPEN = [500, 1000, 2000, 4000, 8000, 15000];
export const KNOWN = 'club'; // what a browser remembers if a member was signed in on it: then it asks for challenges

export class LobbyClient {
  you = $state.raw<You | null>(null);
  board = $state.raw<Shown | null>(null);
  challenges = $state.raw<Challenges>({ received: [], sent: [] });
  #source: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #closed = false;

  /** Listen, in the reader's language of now. */
  open(): void {
    this.#closed = false;
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource(withLanguage('/api/lobby/events'));
    this.#source = source;
    source.onopen = () => {
      this.#attempt = 0;
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.#later();
    };
    const on = <T>(name: string, take: (said: T) => void): void => {
      source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
    };
    on<You>('you', (said) => {
      this.you = said;
      remember(KNOWN, said.member);
    });
    on<Shown>('lobby', (said) => (this.board = said));
    on<Changed>('change', (said) => {
      if (this.board) this.board = changed(this.board, said);
    });
    on<Challenges>('challenges', (said) => (this.challenges = said));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  /** After a guest has got a cookie, the stream has to be begun with it. */
  async renew(): Promise<void> {
    this.challenges = await get<Challenges>('/api/challenges');
    this.open();
  }

  #later(): void {
    if (this.#closed) return;
    const wait = REOPEN[Math.min(this.#attempt++, REOPEN.length - 1)] as number;
    this.#timer = setTimeout(() => this.open(), wait);
  }
}
