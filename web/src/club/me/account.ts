/** What belongs to a member beside the games. */

import type { components } from '../../lib/api';
import { get, put } from '../../lib/http';

export type Account = components['schemas']['AccountShown'];
export type Block = components['schemas']['BlockShown'];

export function needAccount(): Promise<Account> {
  return get<Account>('/api/me/account');
}

/** Mute or block somebody, or do so no longer; the answer is the list of all. */
export function avoid(id: string, wanted: { mute?: boolean; block?: boolean }): Promise<Block[]> {
  return put<Block[]>(`/api/me/blocks/${encodeURIComponent(id)}`, wanted);
}
