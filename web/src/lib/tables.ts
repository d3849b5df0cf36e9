/** Making tables, and what this browser knows of those it made: the links for the other seats. */

import type { components } from './api';
import { post } from './http';
import { t } from './i18n.svelte';
import { remember, rememberedJson } from './memory';
import type { Aids } from './view';

type Schemas = components['schemas'];
export type TableAsked = Partial<Schemas['TableAsked']>;
export type SeatAsked = Schemas['SeatAsked'];

export interface NamedLink {
  name: string; // empty: for spectators
  link: string;
}

const KEPT = 30;

export const USUAL_AIDS: Aids = { legal: true, dead: true, remaining: true, fields: true, owners: true, projected: false, hints: true };

export async function makeTable(asked: TableAsked): Promise<string> {
  const made = await post<Schemas['TableMade']>('/api/tables', asked);
  const people = made.view.players.filter((player) => player.kind === 'link');
  const links = people.flatMap((player) => {
    const given = made.seats.find(({ seat }) => seat === player.seat);
    return given ? [{ name: player.name, link: whole(given.link) }] : [];
  });
  keepLinks(made.table, [...links, { name: '', link: whole(made.watch) }]);
  return made.table;
}

/** A link as it can be sent to somebody. */
function whole(link: string): string {
  return new URL(link, location.origin).href;
}

function keepLinks(table: string, links: NamedLink[]): void {
  const all = rememberedJson<Record<string, NamedLink[]>>('links', {});
  const recent = Object.entries({ ...all, [table]: links }).slice(-KEPT);
  remember('links', JSON.stringify(Object.fromEntries(recent)));
}

export function linksOf(table: string): NamedLink[] {
  return rememberedJson<Record<string, NamedLink[]>>('links', {})[table] ?? [];
}

/** One click: the server's usual game, or another, you against the computer. */
export function playNow(game?: string, level?: string): Promise<string> {
  return makeTable({
    game,
    first: 0,
    seats: [
      { name: t('seat.you'), kind: 'here' },
      { name: t('seat.computer'), kind: 'computer', level },
    ],
    aids: USUAL_AIDS,
    undo: 'free',
  });
}
