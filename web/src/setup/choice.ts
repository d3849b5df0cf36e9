/** What is chosen for a new table, and what follows from it. The server checks it; this only keeps the form sensible. */

import type { components } from '../lib/api';
import type { Catalogue, Edition, Expansion, Preset, Switch } from '../lib/catalogue.svelte';

export interface Parts {
  edition: string;
  sets: string[]; // expansions
  without: string[]; // elements left out
}

/** A seat of the form. */
export interface SeatForm {
  name: string; // empty: the usual one
  colour: string; // empty: as it comes
  kind: 'here' | 'link' | 'computer';
  level: string; // of a computer; empty: the usual one
}

/** Who plays: the reader against computers, people around this device, people with a link. */
export const WHO = ['alone', 'here', 'link'] as const;
export type Who = (typeof WHO)[number];

/** How doubts of the rulebooks are read, by switch; those not named as usual. */
export type Readings = Record<string, string>;

/** When the tile after a turn is drawn. */
export type Draw = 'at_once' | 'moment' | 'done';

/** How long people have: as long as they like, minutes for the game, days for each turn. */
export type Timing = 'none' | 'minutes' | 'days';

export interface ClockForm {
  minutes: number;
  increment: number;
  days: number;
  at_zero: 'lose' | 'computer' | 'claim' | 'nothing';
}

/** The clock that a table is asked for. */
export function timed(timing: Timing, { minutes, increment, days, at_zero }: ClockForm): components['schemas']['ClockAsked'] | null {
  if (timing === 'none') return null;
  return timing === 'days' ? { minutes: null, increment: 0, days, at_zero } : { minutes, increment, days: null, at_zero };
}

/** Where people play among themselves, and may undo, they usually get a moment for it. */
export function usualDraw(seats: { kind: string }[], undo: string): Draw {
  return undo !== 'off' && seats.every(({ kind }) => kind !== 'computer') ? 'moment' : 'at_once';
}

/** The parts of a preset. */
export function partsOf(preset: Preset): Parts {
  return { edition: preset.edition, sets: [...preset.expansions], without: [...preset.without] };
}

/** Elements in play: those of the box and of the expansions, less those left out. */
export function elementsOf(parts: Parts, catalogue: Catalogue): string[] {
  const edition = catalogue.editions.find(({ id }) => id === parts.edition);
  const brought = catalogue.expansions.filter(({ id }) => parts.sets.includes(id)).flatMap(({ elements }) => elements);
  return [...new Set([...(edition?.elements ?? []), ...brought])].filter((element) => !parts.without.includes(element));
}

/** The preset with exactly these parts, if there is one. */
export function presetOf(parts: Parts, catalogue: Catalogue): Preset | null {
  return catalogue.presets.find((preset) => sameParts(partsOf(preset), parts)) ?? null;
}

export function toggleSet(parts: Parts, expansion: Expansion): Parts {
  if (!parts.sets.includes(expansion.id)) return { ...parts, sets: [...parts.sets, expansion.id] };
  return {
    ...parts,
    sets: parts.sets.filter((id) => id !== expansion.id),
    without: parts.without.filter((element) => !expansion.elements.includes(element)),
  };
}

/** Leave an element out, or take it in again; whatever needs it goes with it, and it brings what it needs. */
export function toggleElement(parts: Parts, element: string, catalogue: Catalogue): Parts {
  const needs = (id: string): string[] => catalogue.elements.find((entry) => entry.id === id)?.needs ?? [];
  if (parts.without.includes(element)) {
    const back = new Set([element, ...needs(element)]);
    return { ...parts, without: parts.without.filter((id) => !back.has(id)) };
  }
  const inPlay = elementsOf(parts, catalogue);
  const gone = inPlay.filter((id) => id === element || needs(id).includes(element));
  return { ...parts, without: [...parts.without, ...gone] };
}

/** The doubts of the rulebooks that matter with these parts. */
export function doubtsOf(parts: Parts, catalogue: Catalogue): Switch[] {
  const family = catalogue.editions.find(({ id }) => id === parts.edition)?.family;
  const inPlay = elementsOf(parts, catalogue);
  return catalogue.switches.filter((one) => one.family === family && one.elements.every((element) => inPlay.includes(element)));
}

/** How a doubt is read: as chosen, or as usual. */
export function readingOf(doubt: Switch, readings: Readings): string {
  const usual = doubt.values[0]?.id ?? '';
  return doubt.values.find(({ id }) => id === readings[doubt.id])?.id ?? usual;
}

/** The readings that are not the usual ones, of doubts that matter; of the others nothing is kept. */
export function unusualOf(readings: Readings, doubts: Switch[]): Readings {
  const chosen = doubts.map((one) => [one.id, readingOf(one, readings), one.values[0]?.id ?? ''] as const);
  return Object.fromEntries(chosen.flatMap(([id, value, usual]) => (value === usual ? [] : [[id, value]])));
}

/** How many may play. */
export function mostSeats(parts: Parts, catalogue: Catalogue): number {
  const edition = catalogue.editions.find(({ id }) => id === parts.edition);
  const inPlay = elementsOf(parts, catalogue);
  const limits = catalogue.elements.flatMap(({ id, seats }) => (seats !== null && inPlay.includes(id) ? [seats] : []));
  return Math.min(edition?.seats ?? 2, ...limits);
}

export function minutesOf(parts: Parts, catalogue: Catalogue): number {
  const edition = catalogue.editions.find(({ id }) => id === parts.edition);
  const more = catalogue.expansions.filter(({ id }) => parts.sets.includes(id)).reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return (edition?.minutes ?? 0) + more;
}

/** Expansions that go with a box. */
export function expansionsFor(edition: Edition, catalogue: Catalogue): Expansion[] {
  return catalogue.expansions.filter(({ id, family }) => family === edition.family && edition.expansions.includes(id));
}

// -- who plays

const OTHERS: Record<Who, SeatForm['kind']> = { alone: 'computer', here: 'here', link: 'link' };

/** Who plays on seats that may have been mixed one by one. */
export function whoOf(seats: SeatForm[]): Who {
  if (seats.some(({ kind }) => kind === 'link')) return 'link';
  return seats.filter(({ kind }) => kind === 'here').length > 1 ? 'here' : 'alone';
}

/** The reader's own seat: the first one at this device. */
export function ownSeat(seats: SeatForm[]): number {
  return seats.findIndex(({ kind }) => kind === 'here');
}

/** Seats for somebody and others of one sort. People at this device keep the names they had; whoever becomes another sort has none. */
export function seatsFor(who: Who, number: number, seats: SeatForm[], level: string): SeatForm[] {
  const kind = OTHERS[who];
  const own = seats[ownSeat(seats)] ?? { name: '', colour: '', kind: 'here', level: '' };
  const others = seats.filter((seat) => seat !== own);
  return [
    own,
    ...Array.from({ length: number - 1 }, (_, place): SeatForm => {
      const before = others[place];
      return { name: before?.kind === kind ? before.name : '', colour: before?.colour ?? '', kind, level: kind === 'computer' ? level : '' };
    }),
  ];
}

// -- which game

/** The step to take next in the order of learning: the one after the furthest that was played here. */
export function nextStep(presets: Preset[], played: string[]): Preset | undefined {
  const furthest = presets.findLastIndex(({ id }) => played.includes(id));
  return presets[furthest + 1];
}

/** A few steps around one of them, for whoever does not want to see them all. */
export function around<T>(steps: T[], middle: number, number = 3): T[] {
  const first = Math.max(0, Math.min(middle - 1, steps.length - number));
  return steps.slice(first, first + number);
}

/** A game that was played at this device. */
export interface Favourite {
  parts: Parts;
  switches: Readings;
}

const FAVOURITES = 4;

function sameParts(a: Parts, b: Parts): boolean {
  const same = (one: string[], other: string[]): boolean => one.length === other.length && one.every((item) => other.includes(item));
  return a.edition === b.edition && same(a.sets, b.sets) && same(a.without, b.without);
}

/** The games played last with this one before them, each once. */
export function withFavourite(favourites: Favourite[], newest: Favourite): Favourite[] {
  return [newest, ...favourites.filter(({ parts }) => !sameParts(parts, newest.parts))].slice(0, FAVOURITES);
}

/** What a game is called: as ready-made, else by its box and what was added. */
export function gameName(parts: Parts, catalogue: Catalogue): string {
  const edition = catalogue.editions.find(({ id }) => id === parts.edition);
  const added = catalogue.expansions.filter(({ id }) => parts.sets.includes(id)).map(({ name }) => name);
  return presetOf(parts, catalogue)?.name ?? [edition?.name ?? '', ...added].join(' + ');
}

/** Favourites that can still be played: an expansion may be there no longer. */
export function playable(favourites: Favourite[], catalogue: Catalogue): Favourite[] {
  return favourites.filter(({ parts }) => {
    const edition = catalogue.editions.find(({ id }) => id === parts.edition);
    return edition !== undefined && parts.sets.every((id) => edition.expansions.includes(id));
  });
}

/** What whoever sits there is called if nobody says otherwise; computers have a number if there are several. */
export function usualName(seats: SeatForm[], place: number, computer: string, numbered: (n: number) => string): string {
  if (seats[place]?.kind !== 'computer') return numbered(place + 1);
  const computers = seats.flatMap(({ kind }, number) => (kind === 'computer' ? [number] : []));
  return computers.length > 1 ? `${computer} ${computers.indexOf(place) + 1}` : computer;
}
