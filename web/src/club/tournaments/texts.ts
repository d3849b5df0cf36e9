/** The texts of this page, in every language. They come with it, so that whoever only plays does without. */

import { catalogue, fill } from '../../lib/i18n.svelte';
import type en from './en.json';

export type Said = keyof typeof en;

const said = catalogue<Said>(import.meta.glob('./*.json', { import: 'default' }));

export function s(key: Said, fields: Record<string, string | number> = {}): string {
  return fill(said(key), fields);
}
