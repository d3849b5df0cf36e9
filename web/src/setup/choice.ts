/** What is chosen for a new table, and what follows from it. The server checks it; this only keeps the form sensible. */

import type { Catalogue, Edition, Expansion, Preset, Switch } from '../lib/catalogue.svelte';

export interface Parts {
  edition: string;
  sets: string[]; // expansions
  without: string[]; // elements left out
}

/** How doubts of the rulebooks are read, by switch; those not named as usual. */
export type Readings = Record<string, string>;

/** When the tile after a turn is drawn. */
export type Draw = 'at_once' | 'moment' | 'done';

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
  const same = (a: string[], b: string[]): boolean => a.length === b.length && a.every((item) => b.includes(item));
  return (
    catalogue.presets.find(
      (preset) => preset.edition === parts.edition && same(preset.expansions, parts.sets) && same(preset.without, parts.without),
    ) ?? null
  );
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
