/** A tournament as the server tells it, and what follows from that for the page. */

import type { components } from '../../lib/api';
import { s, type Said } from './texts';

type Schemas = components['schemas'];
export type Tournament = Omit<Schemas['TournamentShown'], 'plan'> & { plan: Required<Plan> }; // the server tells all of it
export type Listed = Schemas['TournamentListed'];
export type Round = Schemas['TournamentRound'];
export type Match = Schemas['TournamentMatch'];
export type Table = Schemas['TournamentTable'];
export type Entry = Schemas['TournamentEntry'];
export type Plan = Schemas['TournamentPlan'];

export const POLL = 4_000; // milliseconds from one look to the next

export function pathOf(id: string): string {
  return `/api/tournaments/${encodeURIComponent(id)}`;
}

/** What somebody is called; 0 is nobody. */
export function nameOf({ entries }: Tournament, number: number): string {
  if (number === 0) return s('no_opponent');
  return entries.find((entry) => entry.number === number)?.name || s('gone');
}

export function stateOf({ state, round, rounds_in_all }: Pick<Tournament, 'state' | 'round' | 'rounds_in_all'>): string {
  return state === 'running' ? s('state_running', { round, of: rounds_in_all }) : s(`state_${state}` as Said);
}

/** The reader's match of the round that is played. */
export function myMatch({ mine, rounds }: Tournament): Match | null {
  const playing = rounds.at(-1);
  if (!playing || playing.ended !== null || mine.entry === null) return null;
  return playing.matches.find(({ first, second }) => first === mine.entry || second === mine.entry) ?? null;
}

/** What a table is worth telling: its points when the round is over, else how far it is. */
export function tableText(table: Table): string {
  if (table.points) return `${table.points.join(' : ')}${table.given_up ? ` (${s('given_up')})` : ''}`;
  return s(table.status);
}

export function forfeitText(tournament: Tournament, { forfeit, first, second }: Match): string {
  if (forfeit === 'both') return s('forfeit_both');
  if (forfeit === 'none') return s('forfeit_none');
  return forfeit ? s('forfeit_first', { name: nameOf(tournament, forfeit === 'first' ? first : second) }) : '';
}

/** A number with its sign. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value).toFixed(1)}`;
}
