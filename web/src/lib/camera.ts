/** Where the board is looked at from: screen = board * scale + (x, y), a tile being UNIT wide at scale 1. */

import type { Box } from './view';

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
