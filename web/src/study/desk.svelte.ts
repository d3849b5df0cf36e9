/** A study in the hands of a reader: its text, where he stands, what he holds. The server does every step and says what may be. */

import type { components } from '../lib/api';
import { post, Refused } from '../lib/http';
import { t } from '../lib/i18n.svelte';
import { remember, rememberedJson } from '../lib/memory';

type Schemas = components['schemas'];
export type Shown = Schemas['StudyShown'];
export type Move = Schemas['MoveShown'];
export type Answers = Schemas['StudyAnswers'];
export type Step = NonNullable<Schemas['StudyAsked']['step']>;
export type Brush = { tile: string } | { owner: string; figure: string };

interface Kept {
  study: string;
  at: number;
}

/** What was not saved yet, in this browser. */
export interface Draft extends Kept {
  id: string; // of the study that was changed; empty for one that was never saved
}

const DRAFTS = 'studies'; // the newest first
const MOST = 12; // drafts that are remembered
const LONG = 2_000_000; // characters in all of them; the newest is always remembered
const UNDONE = 100; // steps that can be taken back

function drafts(): Draft[] {
  const found = rememberedJson<unknown>(DRAFTS, []);
  return Array.isArray(found) ? (found as Draft[]) : [];
}

export function draft(id: string): Draft | null {
  return drafts().find((one) => one.id === id) ?? null;
}

/** Remember a draft; without one, forget that of the study. */
function remind(id: string, kept: Kept | null): void {
  const others = drafts().filter((one) => one.id !== id);
  const all = kept ? [{ id, study: kept.study, at: kept.at }, ...others] : others;
  let length = 0;
  const some = all.slice(0, MOST).filter(({ study }, number) => (length += study.length) <= LONG || number === 0);
  remember(DRAFTS, some.length ? JSON.stringify(some) : null);
}

/** What the server said against a step, with the clause that decides. */
export interface Against {
  detail: string;
  clause: string;
}

export class Desk {
  id = $state(''); // the address it has; empty for one that was never saved
  shown = $state.raw<Shown | null>(null);
  brush = $state.raw<Brush | null>(null);
  against = $state.raw<Against | null>(null);
  busy = $state(false);
  before = $state.raw<Kept[]>([]);
  saved = $state(''); // the text as it was saved last

  get changed(): boolean {
    return this.shown !== null && this.shown.study !== this.saved;
  }

  /** Take a step, when those before it have been taken; where one of them was is where this one is from. */
  step(step: Step | null, at?: number): Promise<boolean> {
    return this.next(async () => {
      const old = this.shown;
      const found = await this.send({ study: old?.study ?? '', at: at ?? old?.at ?? 0 }, step);
      if (found && old && found.study !== old.study) this.before = [...this.before, { study: old.study, at: old.at }].slice(-UNDONE);
      return found !== null;
    });
  }

  /** Go on with a draft. */
  async open(kept: Draft): Promise<void> {
    this.id = kept.id;
    await this.next(() => this.send(kept, null));
  }

  /** What the server keeps; changes of one's own that were not saved are made again, and can be taken back. */
  async read(id: string, study: string): Promise<void> {
    await this.next(async () => {
      try {
        const found = await this.ask({ study, at: 0 }, null);
        const kept = draft(id);
        const now = kept && kept.study !== found.study ? ((await this.again(kept)) ?? found) : found;
        this.id = id;
        this.saved = found.study;
        this.take(now);
        if (this.changed) this.before = [{ study: found.study, at: 0 }];
      } catch (error) {
        this.refuse(error);
      }
    });
  }

  /** It was saved under a name; what was done since is a draft of that one. */
  keep(id: string, study: string): void {
    remind(this.id, null);
    this.id = id;
    this.saved = study;
    this.note();
  }

  /** It is no more. */
  forget(): void {
    remind(this.id, null);
  }

  async undo(): Promise<void> {
    await this.next(async () => {
      const last = this.before.at(-1);
      if (last && (await this.send(last, null))) this.before = this.before.slice(0, -1);
    });
  }

  async hold(brush: Brush | null): Promise<void> {
    this.brush = brush;
    if (this.shown) await this.step(null);
  }

  async go(at: number): Promise<void> {
    if (at !== this.shown?.at) await this.step(null, at);
  }

  private waiting: Promise<unknown> = Promise.resolve();
  private asked = 0; // requests waiting or under way

  /** One after the other: each step goes on from what the one before has made. */
  private next<T>(work: () => Promise<T>): Promise<T> {
    this.asked += 1;
    this.busy = true;
    const done = this.waiting.then(work).finally(() => {
      this.asked -= 1;
      this.busy = this.asked > 0;
    });
    this.waiting = done.catch(() => undefined);
    return done;
  }

  private ask(kept: Kept, step: Step | null): Promise<Shown> {
    return post<Shown>('/api/studies/edit', { study: kept.study, at: kept.at, step, brush: this.brush });
  }

  private async send(kept: Kept, step: Step | null): Promise<Shown | null> {
    try {
      const found = await this.ask(kept, step);
      this.take(found);
      return found;
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /** A draft, or nothing if it can be read no more. */
  private async again(kept: Draft): Promise<Shown | null> {
    try {
      return await this.ask(kept, null);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  private take(found: Shown): void {
    this.shown = found;
    this.against = null;
    this.note();
  }

  /** Only what differs from what was saved is a draft. */
  private note(): void {
    remind(this.id, this.changed ? this.shown : null);
  }

  refuse(error: unknown): void {
    if (error instanceof Refused) this.against = { detail: error.problem.detail, clause: error.problem.clause ?? '' };
    else this.against = { detail: error instanceof Error && error.message ? error.message : t('table.no_answer'), clause: '' };
  }
}

/** The moves that may follow one. */
export function after(moves: Move[], at: number): Move[] {
  return moves.filter(({ before }) => before === at);
}
