/** Lessons: which there are, and what this browser knows of who has learnt what. How a step goes is told by the server. */

import type { components } from './api';
import { get } from './http';
import { language } from './i18n.svelte';
import { remember, rememberedJson } from './memory';
import type { View } from './view';

export type Listed = components['schemas']['LessonListed'];
export type Lesson = components['schemas']['LessonShown'];
export type Step = components['schemas']['LessonStep'];

const PASSED = 'lessons';
const MET = 'met'; // components of games that were played here

let found = $state.raw<Listed[]>([]);
let asked: { language: string; load: Promise<void> } | null = null;

/** The list of lessons in the present language; asked for once, and again after a failure. */
export function needLessons(): Promise<void> {
  const wanted = language();
  if (asked?.language === wanted) return asked.load;
  const load = get<components['schemas']['LessonsShown']>('/api/lessons').then((answer) => {
    found = answer.lessons;
  });
  asked = { language: wanted, load };
  load.catch(() => {
    asked = null;
  });
  return load;
}

export function lessons(): Listed[] {
  return found;
}

/** Steps that were reached before, as `component/step`. */
export function passed(): string[] {
  return rememberedJson<string[]>(PASSED, []);
}

export function pass(component: string, step: string): void {
  remember(PASSED, JSON.stringify([...new Set([...passed(), `${component}/${step}`])]));
}

export function hasPassed(component: string, step: string): boolean {
  return passed().includes(`${component}/${step}`);
}

/** How many steps of a lesson were reached. */
export function learnt({ component, steps }: Pick<Listed, 'component' | 'steps'>): number {
  const before = passed();
  return steps.filter(({ id }) => before.includes(`${component}/${id}`)).length;
}

/** The lesson about a component, if there is one with something left to learn. */
export function toLearn(component: string, all: Listed[] = found): Listed | undefined {
  return all.find((lesson) => lesson.component === component && learnt(lesson) < lesson.steps.length);
}

/** The first step of a lesson that was not reached yet; the first of all when all were. */
export function nextStep<Any extends { id: string }>(component: string, steps: Any[]): Any | undefined {
  return steps.find(({ id }) => !hasPassed(component, id)) ?? steps[0];
}

/** Lessons about what is met in this game for the first time; from now on it has been met. */
export function meet({ game }: Pick<View, 'game'>, all: Listed[] = found): Listed[] {
  const before = rememberedJson<string[]>(MET, []);
  const here = [game.edition, ...game.sets, ...game.elements].filter((component) => all.some((lesson) => lesson.component === component));
  const fresh = here.filter((component) => !before.includes(component));
  if (fresh.length) remember(MET, JSON.stringify([...before, ...new Set(fresh)]));
  return all.filter(({ component }) => fresh.includes(component) && toLearn(component, all));
}
