/** Regions for the aids: which one lies under a point, and the shapes it is made of. The server says what they are worth. */

import type { components } from './api';
import { get } from './http';
import type { Laid, Point } from './view';

export interface SegmentFacts {
  kind: string;
  ports: number[]; // of the unturned tile: twelve, clockwise from the north side's west end
  path: string; // on the unturned tile of 100 by 100
  anchor?: Point; // where a figure stands on the unturned tile of 1 by 1
}

export interface TileFacts {
  id: string;
  segments: SegmentFacts[]; // in the order of painting: later ones lie over earlier ones
}

export type Feature = components['schemas']['FeatureShown'];

const facts = new Map<string, TileFacts>();
let asked: Promise<void> | null = null;

/** Facts about the tiles, the first time they are needed. */
export function needFacts(): Promise<void> {
  asked ??= get<{ tiles: TileFacts[] }>('/api/catalogue/tiles').then(
    ({ tiles }) => {
      for (const tile of tiles) facts.set(tile.id, tile);
    },
    (error: unknown) => {
      asked = null; // to be asked for again
      throw error;
    },
  );
  return asked;
}

export function factsOf(tile: string): TileFacts | undefined {
  return facts.get(tile);
}

/** A point of the table on the unturned tile below it. */
export function unturned(laid: Laid, at: Point): Point {
  let [x, y] = [(at[0] - laid.x) * 100, (at[1] - laid.y) * 100];
  for (let turn = 0; turn < laid.turns; turn++) [x, y] = [y, 100 - x];
  return [x, y];
}

const PORTS = ['Nw', 'N', 'Ne', 'En', 'E', 'Es', 'Se', 'S', 'Sw', 'Ws', 'W', 'Wn'];

/** The segment of a laid tile that a name such as ``road N`` or ``field Es`` means. */
export function segmentNamed(tile: TileFacts, turns: number, name: string): SegmentFacts | undefined {
  const [kind, where = ''] = name.split(' ');
  const same = tile.segments.filter((segment) => segment.kind === kind);
  const port = PORTS.indexOf(where);
  if (port >= 0) return same.find(({ ports }) => ports.some((one) => (one + 3 * turns) % 12 === port));
  const closed = same.filter(({ ports }) => ports.length === 0);
  return closed[Number(/\d*$/.exec(where)?.[0] || 1) - 1] ?? same[0];
}

/** The feature under a point of the table. */
export function featureAt(
  features: Feature[],
  laid: Laid | undefined,
  at: Point,
  inside: (path: string, x: number, y: number) => boolean,
): Feature | null {
  const tile = laid && factsOf(laid.tile);
  if (!laid || !tile) return null;
  const [x, y] = unturned(laid, at);
  const top = tile.segments.findLast(({ path }) => inside(path, x, y));
  if (!top) return null;
  const here = (feature: Feature): boolean =>
    feature.segments.some((part) => part.x === laid.x && part.y === laid.y && segmentNamed(tile, laid.turns, part.segment) === top);
  return features.find(here) ?? null;
}

let pen: CanvasRenderingContext2D | null = null;

export function insidePath(path: string, x: number, y: number): boolean {
  pen ??= document.createElement('canvas').getContext('2d');
  return pen?.isPointInPath(new Path2D(path), x, y, 'evenodd') ?? false;
}

export interface Shape {
  path: string;
  transform: string;
  at: Point; // well inside it, in board coordinates
}

/** The shapes of a feature where they lie on the table. */
export function shapesOf(feature: Feature, board: Map<string, Laid>): Shape[] {
  return feature.segments.flatMap(({ x, y, segment }) => {
    const laid = board.get(`${x},${y}`);
    const tile = laid && factsOf(laid.tile);
    const found = tile && segmentNamed(tile, laid.turns, segment);
    if (!found) return [];
    let [dx, dy] = found.anchor ?? [0.5, 0.5];
    for (let turn = 0; turn < laid.turns; turn++) [dx, dy] = [1 - dy, dx];
    return [{ path: found.path, at: [x + dx, y + dy], transform: `translate(${x * 100} ${y * 100}) rotate(${laid.turns * 90} 50 50)` }];
  });
}

/** The feature that a segment belongs to. */
export function featureWith(features: Feature[], { x, y, segment }: components['schemas']['SegmentShown']): Feature | null {
  return features.find(({ segments }) => segments.some((part) => part.x === x && part.y === y && part.segment === segment)) ?? null;
}

/** A field of the overlay: its colour and number, whose it is, and where that is written. */
export interface Tint {
  colour: string;
  label: string;
  owners: string[]; // names
  paint: string | null; // of the first owner
  shapes: Shape[];
  at: Point;
}

const CROWDED = 0.33; // of a tile: so near to a figure nothing is written

/** Where to write about a feature: on one of its shapes where no figure stands; if there is none, beside the figure. */
export function writtenAt(shapes: Shape[], figures: { at?: Point | null }[]): Point {
  const free = shapes.find(({ at: [x, y] }) => !figures.some(({ at }) => at && Math.hypot(at[0] - x, at[1] - y) < CROWDED));
  const [x, y] = shapes[0]?.at ?? [0, 0];
  return free?.at ?? [x, y + CROWDED];
}

/** Colours of the field overlay, told apart by eyes that see few colours too. */
export const TINTS = [
  '#e69f00', '#0072b2', '#cc79a7', '#f0e442', '#d55e00', '#56b4e9', '#7b4fc9', '#ffffff', '#222222', '#a0522d', '#00a8a8', '#ff4fa3',
];

export function tint(which: number): string {
  return TINTS[which] ?? `hsl(${(which * 137) % 360} 70% ${35 + ((which * 13) % 40)}%)`;
}
