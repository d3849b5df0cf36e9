/** The lobby as it is shown: what the server says of it, kept up to date change by change. */

import { ofMinutes, type Clock } from '../clocks';
import type { components } from '../../lib/api';
import { s } from './texts';

type Schemas = components['schemas'];
export type Table = Schemas['LobbyTable'];
export type Person = Schemas['LobbyMember'];
export type Shown = Schemas['LobbyShown'];
export type Changed = Schemas['LobbyChanged'];
export type You = Schemas['LobbyYou'];
export type Challenge = Schemas['ChallengeShown'];
export type Challenges = Schemas['Challenges'];

/** The lobby after a change. */
export function changed(board: Shown, { tables, gone, here, left, ...counts }: Changed): Shown {
  const other = new Map(tables.map((table) => [table.table, table]));
  const people = new Map(here.map((person) => [person.id, person]));
  return {
    ...counts,
    tables: [...board.tables.filter(({ table }) => !gone.includes(table) && !other.has(table)), ...tables],
    here: [...board.here.filter(({ id }) => !left.includes(id) && !people.has(id)), ...here],
  };
}

/** The tables of a kind, the newest first. */
export function tablesOf(board: Shown, state: Table['state']): Table[] {
  return board.tables.filter((table) => table.state === state).sort((a, b) => b.created - a.created || a.table.localeCompare(b.table));
}

/** Those who are here by name, whoever looks first. */
export function people(board: Shown, you: string | null): Person[] {
  return [...board.here].sort((a, b) => Number(b.id === you) - Number(a.id === you) || a.name.localeCompare(b.name));
}

/** Challenges that wait for an answer. */
export function waiting(list: Challenge[], now: number): Challenge[] {
  return list.filter(({ state, expires }) => state === 'open' && expires > now);
}

/** The clock of a table in words. */
export function clockText(clock: Table['clock']): string {
  if (!clock) return s('untimed');
  const days = (clock as { days?: number | null }).days;
  if (days) return s('days', { n: days });
  return s('clock', { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 });
}

export const PACES = ['fast', 'normal', 'untimed'] as const;
export type QuickPace = (typeof PACES)[number];

/** The clocks of quick games; a challenge may also go over days. */
export const CLOCKS: Record<QuickPace, Clock | null> = { fast: ofMinutes(5, 5), normal: ofMinutes(15, 10), untimed: null };
