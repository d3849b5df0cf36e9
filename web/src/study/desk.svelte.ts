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

const DRAFT = 'study'; // what was not saved yet, in this browser
const UNDONE = 100; // steps that can be taken back

export function draft(): Kept | null {
  return rememberedJson<Kept | null>(DRAFT, null);
}

/** What the server said against a step, with the clause that decides. */
export interface Against {
  detail: string;
  clause: string;
}

export class Desk {
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

  async open(kept: Kept): Promise<void> {
    await this.next(() => this.send(kept, null));
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

  private async send(kept: Kept, step: Step | null): Promise<Shown | null> {
    try {
      const found = await post<Shown>('/api/studies/edit', { ...kept, step, brush: this.brush });
      this.shown = found;
      this.against = null;
      remember(DRAFT, JSON.stringify({ study: found.study, at: found.at }));
      return found;
    } catch (error) {
      this.refuse(error);
      return null;
    }
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
