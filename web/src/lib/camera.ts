/** Where the board is looked at from: screen = board * scale + (x, y), a tile being UNIT wide at scale 1. */

import type { Box, Point } from './view';

export const UNIT = 100;
export const LEAST = 0.12;
export const MOST = 4;

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 };

export function clamped(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, scale));
}

/** All of a box in the middle of what can be seen; small boards are not blown up beyond `most`. */
export function fitted(box: Box, size: Size, margins: Margins = NO_MARGINS, most = 1.5): Camera {
  const width = Math.max(40, size.width - margins.left - margins.right);
  const height = Math.max(40, size.height - margins.top - margins.bottom);
  const across = (box.right - box.left + 0.6) * UNIT;
  const down = (box.bottom - box.top + 0.6) * UNIT;
  const scale = clamped(Math.min(width / across, height / down, most));
  return {
    scale,
    x: margins.left + width / 2 - ((box.left + box.right) / 2) * UNIT * scale,
    y: margins.top + height / 2 - ((box.top + box.bottom) / 2) * UNIT * scale,
  };
}

const SMALL = { width: 600, height: 480 }; // below this it is a phone, upright or lying

/**
 * Pixels of a tile at least while something on it may be tapped. A place to lay a tile on takes 92 hundredths of that:
 * 44 pixels on a phone and 64 elsewhere.
 */
export function handSize({ width, height }: Size): number {
  return width < SMALL.width || height < SMALL.height ? 48 : 70;
}

/** The part of the board that can be seen between the margins. */
export function inSight(camera: Camera, size: Size, margins: Margins): Box {
  const [left, top] = onBoard(camera, margins.left, margins.top);
  const [right, bottom] = onBoard(camera, size.width - margins.right, size.height - margins.bottom);
  return { left, top, right, bottom };
}

const NEARLY = 0.02; // of a tile: a line on the border is seen

export function isInside(box: Box, seen: Box): boolean {
  return box.left >= seen.left - NEARLY && box.right <= seen.right + NEARLY && box.top >= seen.top - NEARLY && box.bottom <= seen.bottom + NEARLY;
}

/** Moved no farther than needed to bring a box into sight; what is too large for it comes into the middle. */
export function brought(camera: Camera, box: Box, size: Size, margins: Margins): Camera {
  const unit = UNIT * camera.scale;
  const seen = inSight(camera, size, margins);
  const by = (low: number, high: number, from: number, to: number): number => {
    if (high - low > to - from) return (from + to) / 2 - (low + high) / 2;
    return low < from ? from - low : high > to ? to - high : 0;
  };
  return moved(camera, by(box.left, box.right, seen.left, seen.right) * unit, by(box.top, box.bottom, seen.top, seen.bottom) * unit);
}

/** As near as a tile of so many pixels, the middle of the sight staying where it is. */
export function broughtTo(camera: Camera, pixels: number, size: Size, margins: Margins): Camera {
  const middle: Point = [(margins.left + size.width - margins.right) / 2, (margins.top + size.height - margins.bottom) / 2];
  return zoomed(camera, pixels / (UNIT * camera.scale), ...middle);
}

export function joined(a: Box, b: Box): Box {
  return { left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) };
}

export function middleOf({ left, top, right, bottom }: Box): Point {
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Of several places as many as fit into the sight together, beginning with the nearest to a point. */
export function nearest(places: Box[], [x, y]: Point, seen: Box): Box | null {
  const far = (place: Box): number => {
    const [px, py] = middleOf(place);
    return Math.hypot(px - x, py - y);
  };
  let found: Box | null = null;
  for (const place of [...places].sort((a, b) => far(a) - far(b))) {
    const more: Box = found ? joined(found, place) : place;
    if (found && (more.right - more.left > seen.right - seen.left || more.bottom - more.top > seen.bottom - seen.top)) break;
    found = more;
  }
  return found;
}

export const EDGES = ['left', 'up', 'right', 'down'] as const;
export type Edge = (typeof EDGES)[number];

/** The places out of sight, each by the edge behind which it lies. */
export function beyond(places: Box[], seen: Box): Record<Edge, Box[]> {
  const found: Record<Edge, Box[]> = { left: [], up: [], right: [], down: [] };
  for (const place of places) {
    if (isInside(place, seen)) continue;
    const over: Record<Edge, number> = {
      left: seen.left - place.left,
      up: seen.top - place.top,
      right: place.right - seen.right,
      down: place.bottom - seen.bottom,
    };
    found[EDGES.reduce((most, edge) => (over[edge] > over[most] ? edge : most))].push(place);
  }
  return found;
}

/** Nearer or farther, the point under the pointer staying where it is. */
export function zoomed(camera: Camera, factor: number, px: number, py: number): Camera {
  const scale = clamped(camera.scale * factor);
  const by = scale / camera.scale;
  return { scale, x: px - (px - camera.x) * by, y: py - (py - camera.y) * by };
}

export function moved(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Never lose the board: some of it stays in sight. */
export function kept(camera: Camera, box: Box, size: Size): Camera {
  const unit = UNIT * camera.scale;
  const edge = Math.min(120, size.width / 3, size.height / 3);
  const left = -box.right * unit + edge;
  const right = size.width - box.left * unit - edge;
  const top = -box.bottom * unit + edge;
  const bottom = size.height - box.top * unit - edge;
  return { ...camera, x: Math.min(right, Math.max(left, camera.x)), y: Math.min(bottom, Math.max(top, camera.y)) };
}

/** Board coordinates of a point of the screen. */
export function onBoard(camera: Camera, px: number, py: number): [number, number] {
  return [(px - camera.x) / (UNIT * camera.scale), (py - camera.y) / (UNIT * camera.scale)];
}
