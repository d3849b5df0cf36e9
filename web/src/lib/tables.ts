/** Making tables, and what this browser knows of those it made: the links for the other seats. */

import type { components } from './api';
import { post, remove } from './http';
import { t } from './i18n.svelte';
import { remember, remembered, rememberedJson } from './memory';
import type { Aids } from './view';

type Schemas = components['schemas'];
export type TableAsked = Partial<Schemas['TableAsked']>;
export type SeatAsked = Schemas['SeatAsked'];

export interface NamedLink {
  name: string; // empty: for spectators
  seat?: number;
  link: string;
}

const KEPT = 30;

export const USUAL_AIDS: Aids = { legal: true, dead: true, remaining: true, fields: true, owners: true, projected: false, hints: true };

export async function makeTable(asked: TableAsked): Promise<string> {
  const made = await post<Schemas['TableMade']>('/api/tables', asked);
  const named = (seat: number): string => made.view?.players[seat]?.name ?? asked.seats?.[seat]?.name ?? t('links.seat', { n: seat + 1 });
  const links: NamedLink[] = made.seats
    .filter(({ seat }) => asked.seats?.[seat]?.kind === 'link')
    .map(({ seat, link }) => ({ name: named(seat), link: whole(link), seat }));
  if (made.watch) links.push({ name: '', link: whole(made.watch) });
  keepLinks(made.table, links);
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

/** A link to one's own seat for another device; earlier ones are good no longer. */
export async function linkFor(table: string, seat: number): Promise<string> {
  return whole((await post<Schemas['SeatGiven']>(seatPath(table, seat))).link);
}

/** No link of one's own seat is good any longer; nor, if wished, any other browser that has it. */
export async function revokeLinks(table: string, seat: number, others: boolean): Promise<void> {
  await remove(`${seatPath(table, seat)}?others=${others}`);
}

function seatPath(table: string, seat: number): string {
  return `/api/tables/${encodeURIComponent(table)}/seats/${seat}/link`;
}

const NAME = 'name'; // of whoever plays here

/** The name that was given here before, or one that suits anybody: nobody is called "you". */
export function ownName(): string {
  return remembered(NAME) || t('seat.number', { n: 1 });
}

export function givenName(): string {
  return remembered(NAME) ?? '';
}

export function keepName(name: string): void {
  remember(NAME, name.trim() || null);
}

/** One click: the server's usual game, or another, you against the computer. */
export function playNow(game?: string, level?: string): Promise<string> {
  return makeTable({
    game,
    first: 0,
    seats: [
      { name: ownName(), kind: 'here' },
      { name: t('seat.computer'), kind: 'computer', level },
    ],
    aids: USUAL_AIDS,
    undo: 'free',
  });
}
