/** A table as this browser knows it: the newest view, kept up to date by the event stream, and a way to answer. */

import { hear, type Notice } from '../club/host/board.svelte';
import { get, post, Refused, Unreachable, withLanguage, type Problem } from './http';
import { Outbox } from './outbox';
import type { components } from './api';
import { lastSeen, rememberSeen, unread } from './unread';
import { applied, type Update, type View } from './view';

export type ChatLine = components['schemas']['ChatShown'];
type Presence = components['schemas']['PresenceShown'];

const REOPEN = [500, 1000, 2000, 4000, 8000, 15000];
const STALE = 45_000; // a page hidden for longer asks for everything again

export class TableClient {
  view = $state.raw<View | null>(null);
  live = $state(false);
  lost = $state(false); // long enough to be worth a word
  fatal = $state.raw<Problem | null>(null);
  refusal = $state.raw<Problem | null>(null);
  sending = $state(false);
  stalled = $state(false); // what is being sent did not arrive yet
  chat = $state.raw<ChatLine[]>([]);
  #chatSeen = $state(0); // the last line that was looked at
  unread = $derived(this.view ? unread(this.chat, this.#chatSeen, this.view) : 0);

  /** Called after every change; `before` is null when the view came whole. */
  onchange: ((before: View | null, after: View) => void) | null = null;

  readonly #path: string;
  readonly #outbox: Outbox;
  #source: EventSource | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = 0;
  #closed = false;
  #awaited = -1;
  #ending = false; // what is being sent only ends a turn

  constructor(readonly table: string) {
    this.#chatSeen = lastSeen(table);
    this.#path = `/api/tables/${encodeURIComponent(table)}`;
    this.#outbox = new Outbox(`outbox.${table}`, post, (reply, refusal) => this.#settled(reply, refusal), () => {
      this.stalled = true;
    });
  }

  open(): void {
    this.#outbox.resume();
    this.sending = this.#outbox.busy;
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#visibility);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#outbox.close();
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#visibility);
    clearTimeout(this.#timer);
    clearTimeout(this.#lostTimer);
    this.#source?.close();
  }

  /** Begin the stream anew, for example in another language. */
  reconnect(): void {
    this.#attempt = 0;
    this.#connect();
  }

  answer(text: string): boolean {
    const { view } = this;
    if (!view?.decision) return false;
    return this.#send(`${this.#path}/answers`, { seat: view.decision.seat, seq: view.seq, answer: text });
  }

  undo(seat: number): boolean {
    return this.view ? this.#send(`${this.#path}/undo`, { seat, seq: this.view.seq }) : false;
  }

  /** End one's turn, where the table waits for that. */
  done(seat: number): boolean {
    const sent = this.view ? this.#send(`${this.#path}/done`, { seat, seq: this.view.seq }) : false;
    this.#ending = this.#ending || sent;
    return sent;
  }

  offer(seat: number, kind: string, days?: number): boolean {
    return this.view ? this.#send(`${this.#path}/offers`, { seat, seq: this.view.seq, kind, ...(days ? { days } : {}) }) : false;
  }

  accept(offer: number, seat: number, accept: boolean): boolean {
    return this.#send(`${this.#path}/offers/${offer}`, { seat, accept });
  }

  resign(seat: number): boolean {
    return this.#send(`${this.#path}/resign`, { seat });
  }

  say(seat: number, text: string): boolean {
    return this.#send(`${this.#path}/chat`, { seat, text });
  }

  /** The chat is being looked at. */
  sawChat(): void {
    const last = this.chat.at(-1)?.seq ?? 0;
    if (last <= this.#chatSeen) return;
    this.#chatSeen = last;
    rememberSeen(this.table, last);
  }

  mute(seat: number, muted: number, on: boolean): boolean {
    return this.#send(`${this.#path}/mute`, { seat, muted_seat: muted, on });
  }

  /** Somebody has left: a computer plays on for them, or the seat comes back to its owner. */
  standIn(seat: number, by: number, how: string): boolean {
    return this.#send(`${this.#path}/stand-in`, { seat, by, how });
  }

  ask<T>(what: string): Promise<T> {
    return get<T>(`${this.#path}/${what}`);
  }

  request<T>(what: string, body: unknown): Promise<T> {
    return post<T>(`${this.#path}/${what}`, body);
  }

  #send(path: string, body: Record<string, unknown>): boolean {
    this.refusal = null;
    const sent = this.#outbox.send(path, body);
    if (sent) this.sending = true;
    return sent;
  }

  #settled(reply: { seq?: number } | null, refusal: Refused | null): void {
    this.stalled = false;
    const ended = this.#ending && refusal?.problem.status === 409; // the moment had passed already: nothing to complain of
    this.#ending = false;
    if (refusal) {
      this.refusal = ended ? null : refusal.problem;
      this.sending = false;
      if (refusal.problem.status === 409) this.reconnect(); // the table moved on: look again
      return;
    }
    this.#awaited = reply?.seq ?? -1;
    if ((this.view?.seq ?? 0) >= this.#awaited) this.sending = false;
  }

  #show(view: View, before: View | null): void {
    this.view = view;
    if (!this.#outbox.busy && view.seq >= this.#awaited) this.sending = false;
    this.onchange?.(before, view);
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource(withLanguage(`${this.#path}/events`));
    this.#source = source;
    source.onopen = () => {
      this.#attempt = 0;
      this.live = true;
      this.lost = false;
      clearTimeout(this.#lostTimer);
      this.#outbox.hurry();
    };
    source.onerror = () => {
      this.live = false;
      clearTimeout(this.#lostTimer);
      this.#lostTimer = setTimeout(() => {
        this.lost = !this.live;
      }, 1500);
      if (source.readyState === EventSource.CLOSED) void this.#later();
    };
    source.addEventListener('view', (event) => this.#show(JSON.parse(event.data) as View, null));
    source.addEventListener('update', (event) => {
      const { view } = this;
      if (view) this.#show(applied(view, JSON.parse(event.data) as Update), view);
    });
    source.addEventListener('chat', (event) => {
      const line = JSON.parse(event.data) as ChatLine;
      if (!this.chat.some((known) => known.seq === line.seq)) this.chat = [...this.chat, line];
    });
    source.addEventListener('presence', (event) => this.#presence(JSON.parse(event.data) as Presence));
    source.addEventListener('notice', (event) => hear(JSON.parse(event.data) as Notice));
  }

  #presence({ seats }: Presence): void {
    if (!this.view) return;
    const players = this.view.players.map((player) => {
      const { connected, stand_in_ms } = seats.find(({ seat }) => seat === player.seat) ?? player;
      return { ...player, connected, stand_in_ms };
    });
    this.view = { ...this.view, players };
  }

  /** The stream was refused or is gone for good: find out why, and come back later if it can be had later. */
  async #later(): Promise<void> {
    try {
      await get(this.#path);
    } catch (error) {
      if (error instanceof Refused && ([401, 403, 404, 410].includes(error.problem.status) || error.problem.code === 'out_of_order')) {
        this.fatal = error.problem;
        return;
      }
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
    }
    const wait = REOPEN[Math.min(this.#attempt++, REOPEN.length - 1)] as number;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #hurry = (): void => {
    this.#outbox.hurry();
    if (!this.live) this.reconnect();
  };

  #visibility = (): void => {
    if (document.hidden) this.#hiddenAt = Date.now();
    else if (Date.now() - this.#hiddenAt > STALE || !this.live) this.#hurry();
  };
}
