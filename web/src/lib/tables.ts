/** Making tables, and what this browser knows of those it made: the links for the other seats. */

import type { components } from './api';
import { post, postText, remove, text } from './http';
import { t } from './i18n.svelte';
import { remember, rememberedJson } from './memory';
import { askName } from './name.svelte';
import { freshKey } from './outbox';
import type { Aids, View } from './view';

type Schemas = components['schemas'];
export type TableAsked = Partial<Schemas['TableAsked']>;
export type SeatAsked = Schemas['SeatAsked'];

export interface NamedLink {
  name: string; // empty: for spectators
  seat?: number;
  link: string; // as the server made it; the address others find it at may have changed since
}

const KEPT = 30;

export const USUAL_AIDS: Aids = { legal: true, dead: true, remaining: true, fields: true, owners: true, projected: false, hints: true };

export async function makeTable(asked: TableAsked): Promise<string> {
  const made = await post<Schemas['TableMade']>('/api/tables', asked);
  const named = (seat: number): string => made.view?.players[seat]?.name ?? asked.seats?.[seat]?.name ?? t('links.seat', { n: seat + 1 });
  const links: NamedLink[] = made.seats
    .filter(({ seat }) => asked.seats?.[seat]?.kind === 'link')
    .map(({ seat, link }) => ({ name: named(seat), link, seat }));
  if (made.watch) links.push({ name: '', link: made.watch });
  keepLinks(made.table, links);
  return made.table;
}

/** Play again with the same people: a new table, or a seat at the one that somebody has made. Whoever only watches goes on watching. */
export async function rematch({ table, you }: View): Promise<string> {
  const made = await post<Schemas['RematchMade']>(`/api/tables/${encodeURIComponent(table)}/rematch`, { seat: you[0] ?? null, key: freshKey() });
  if (made.watch) keepLinks(made.table, [{ name: '', link: made.watch }]);
  return made.table;
}

/** The same game again, with computers of another level; one that is called by its level is called by the new one. */
export function withLevel({ game, settings, players }: View, level: string, named: string): Promise<string> {
  return makeTable({
    game: game.edition,
    sets: game.sets,
    elements: game.elements,
    switches: game.switches,
    seats: players.map(({ name, colour, kind }) =>
      kind === 'computer' ? { name: name === named ? null : name, colour, kind, level } : { name, colour, kind: 'here' as const, level: null },
    ),
    clock: settings.clock,
    aids: settings.aids,
    undo: settings.undo,
    draw: settings.draw,
    pace: settings.pace,
    rated: settings.rated,
  });
}

/** A link at which anybody can watch a game that was played: its record, uploaded. The same game has the same one. */
export async function replayLink(table: string): Promise<string> {
  return `/#/replay/${await recordOf(table)}`;
}

/** The name of the record of a table's game, uploaded. */
export async function recordOf(table: string): Promise<string> {
  const record = await text(`/api/tables/${encodeURIComponent(table)}/record.bst`);
  return (await postText<Schemas['RecordMade']>('/api/records', record)).id;
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
  return (await post<Schemas['SeatGiven']>(seatPath(table, seat))).link;
}

/** No link of one's own seat is good any longer; nor, if wished, any other browser that has it. */
export async function revokeLinks(table: string, seat: number, others: boolean): Promise<void> {
  await remove(`${seatPath(table, seat)}?others=${others}`);
}

function seatPath(table: string, seat: number): string {
  return `/api/tables/${encodeURIComponent(table)}/seats/${seat}/link`;
}

/** One click: the server's usual game, or another, the reader against the computer. */
export async function playNow(game?: string, level?: string): Promise<string> {
  const name = await askName();
  const other = t('seat.computer');
  return makeTable({
    game,
    first: 0,
    seats: [
      { name: name || null, kind: 'here' },
      { name: name === other ? null : other, kind: 'computer', level }, // whoever is called so plays against a level
    ],
    aids: USUAL_AIDS,
    undo: 'free',
  });
}
