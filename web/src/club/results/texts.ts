/** The texts of results, in every language. They come with these screens, so that whoever only plays does without. */

import { catalogue, fill, language } from '../../lib/i18n.svelte';
import type en from './en.json';

export type Said = keyof typeof en;

const said = catalogue<Said>(import.meta.glob('./*.json', { import: 'default' }));

export function r(key: Said, fields: Record<string, string | number> = {}): string {
  return fill(said(key), fields);
}

const FAMILIES: Record<string, Said> = {
  base: 'family_base',
  few: 'family_few',
  big: 'family_big',
  everything: 'family_everything',
  winter: 'family_winter',
  hunters: 'family_hunters',
};

/** A family of set-ups, and whether a program sat there. */
export function familyName(family: string, bots = false): string {
  const key = FAMILIES[family];
  const name = key ? r(key) : family || r('family_unknown');
  return bots ? r('with_bots', { family: name }) : name;
}

const KINDS: Record<string, Said> = { guest: 'guest', computer: 'computer' };

/** What somebody at a table is called. */
export function playerName({ name, kind }: { name: string; kind: string }): string {
  const key = KINDS[kind];
  if (!key) return name;
  return name === '-' ? r(key) : `${r(key)} · ${name}`;
}

export function day(at: number): string {
  return new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', year: 'numeric' }).format(at);
}

/** A number with its sign. */
export function signed(value: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(value);
}
