/** What can be played, as the server tells it in the reader's language. */

import { get } from './http';
import { language } from './i18n.svelte';

/** What people read before they choose a part. */
interface Presented {
  name: string;
  summary: string; // two lines
  minutes: number | null; // that it adds
  pictures: string[]; // tiles
  figures: string[];
}

export interface Edition extends Presented {
  id: string;
  family: string;
  theme: string;
  seats: number;
  colours: string[];
  youngest: string; // what the book says about who begins
  elements: string[];
  expansions: string[];
  tiles: number;
  size: string; // how many tiles, in the word of its book
}

export interface Expansion extends Presented {
  id: string;
  family: string;
  prefix: string;
  elements: string[];
}

export interface Element extends Presented {
  id: string;
  needs: string[];
  seats: number | null;
}

export interface Preset {
  id: string;
  name: string;
  edition: string;
  expansions: string[];
  without: string[];
  seats: number;
  tiles: number;
  minutes: number; // about
}

export interface Level {
  id: string;
  name: string;
  about: string;
  wins: { value: number; low: number; high: number; bags: number } | null; // share of games against the level before, as measured
}

export interface Switch {
  id: string;
  family: string;
  elements: string[]; // without all of them it changes nothing
  clause: string;
  name: string;
  book: string; // what the rulebook says, in our words
  values: { id: string; name: string }[]; // the readings, the usual one first
}

/** How a picture may be shown. */
export interface Picture {
  coloured: boolean; // in the colours of the seats
  height: number; // 1 is an ordinary figure
}

export interface Catalogue {
  version: string;
  editions: Edition[];
  presets: Preset[];
  expansions: Expansion[];
  elements: Element[];
  levels: Level[];
  guests: Level[]; // players of others that the host offers
  usual_level: string;
  colours: { id: string; name: string }[];
  switches: Switch[];
  pictures: Record<string, Picture>;
}

let found = $state.raw<Catalogue | null>(null);
let asked: { language: string; edition: string; load: Promise<void> } | null = null;

/** The catalogue in the present language and an edition's words, or as it is; asked for once, and again after a failure. */
export function needCatalogue(edition = asked?.edition ?? ''): Promise<void> {
  const wanted = language();
  if (asked?.language === wanted && asked.edition === edition) return asked.load;
  const load = get<Catalogue>(`/api/catalogue?edition=${encodeURIComponent(edition)}`).then((answer) => {
    if (asked?.load === load) found = answer;
  });
  asked = { language: wanted, edition, load };
  load.catch(() => {
    if (asked?.load === load) asked = null;
  });
  return load;
}

export function catalogue(): Catalogue | null {
  return found;
}
