/** The few texts of what the host tells everybody, in every language. */

import { catalogue } from '../../lib/i18n.svelte';
import type en from './en.json';

const said = catalogue<keyof typeof en>(import.meta.glob('./*.json', { import: 'default' }));

export function h(key: keyof typeof en): string {
  return said(key);
}
