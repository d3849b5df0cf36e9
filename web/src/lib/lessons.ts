/** The course: whether a lesson's aim was reached shows in the view, as the server describes it. */

import type { components } from './api';
import { remember, rememberedJson } from './memory';
import type { View } from './view';

export type Lesson = components['schemas']['LessonShown'];
export type Standing = 'open' | 'reached' | 'missed';

const LEARNER = 0;
const PASSED = 'lessons';

export function reached({ aim }: Lesson, view: View): boolean {
  switch (aim.kind) {
    case 'tile':
      return view.log.some((line) => line.kind === 'tile');
    case 'figure':
      return view.figures.some((figure) => figure.seat === LEARNER);
    case 'points':
      return view.ledger.some((entry) => entry.seat === LEARNER && entry.source === aim.source && entry.points >= aim.points);
  }
}

/** A lesson is one turn: after it, the aim was reached or missed. */
export function standing(lesson: Lesson, view: View): Standing {
  if (reached(lesson, view)) return 'reached';
  return view.over || view.active !== LEARNER ? 'missed' : 'open';
}

/** The next answer on the suggested way: the first one that is possible now. */
export function suggested(lesson: Lesson, view: View): string | undefined {
  return lesson.answers.find((answer) => view.decision?.options.some((option) => option.text === answer));
}

export function passed(): string[] {
  return rememberedJson<string[]>(PASSED, []);
}

export function pass(lesson: string): void {
  remember(PASSED, JSON.stringify([...new Set([...passed(), lesson])]));
}
