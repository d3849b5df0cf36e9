/** Which lines of the chat were not seen yet; kept for the tables of late. */

import { remember, rememberedJson } from './memory';
import type { View } from './view';

const KEPT = 30; // tables

/** How many lines of others came after the last one that was seen. */
export function unread(lines: { seq: number; seat: number }[], seen: number, { you, muted }: Pick<View, 'you' | 'muted'>): number {
  return lines.filter(({ seq, seat }) => seq > seen && !you.includes(seat) && !muted.includes(seat)).length;
}

export function lastSeen(table: string): number {
  return new Map(rememberedJson<[string, number][]>('chat', [])).get(table) ?? 0;
}

export function rememberSeen(table: string, seq: number): void {
  const others = rememberedJson<[string, number][]>('chat', []).filter(([name]) => name !== table);
  remember('chat', JSON.stringify([...others, [table, seq]].slice(-KEPT)));
}
