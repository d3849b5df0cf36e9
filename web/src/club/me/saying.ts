/** What went wrong, in words. */

import { Refused, Unreachable } from '../../lib/http';
import { t } from '../../lib/i18n.svelte';
import { NoPasskey } from './passkeys';
import { m } from './texts';

export function said(error: unknown): string {
  if (error instanceof NoPasskey) return m('key_failed');
  if (error instanceof Refused || (error instanceof Unreachable && error.message)) return error.message;
  return t('table.no_answer');
}
