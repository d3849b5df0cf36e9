/** A tile pulled out of the hand over the board. */

import type { Cell } from './options';
import type { Point } from './view';

export interface Pulled {
  x: number;
  y: number;
  size: number;
}

interface Ground {
  tilePixels(): number;
  cellAt(clientX: number, clientY: number): Cell | null;
}

const FIRM = 8; // pixels: less is a tap
const LEAST = 56;

/** Tells where the tile hangs and above which place, from the first firm pull until it is let go, which is told as nothing. */
export function pull(event: PointerEvent, ground: () => Ground | undefined, tell: (at: Pulled | null, over: Cell | null) => void): void {
  const hand = event.currentTarget as HTMLElement;
  const begun: Point = [event.clientX, event.clientY];
  let firm = false;
  hand.setPointerCapture(event.pointerId);
  const move = ({ clientX, clientY }: PointerEvent): void => {
    firm ||= Math.hypot(clientX - begun[0], clientY - begun[1]) >= FIRM;
    if (firm) tell({ x: clientX, y: clientY, size: Math.max(LEAST, ground()?.tilePixels() ?? 64) }, ground()?.cellAt(clientX, clientY) ?? null);
  };
  const end = (): void => {
    tell(null, null);
    hand.removeEventListener('pointermove', move);
    hand.removeEventListener('pointerup', end);
    hand.removeEventListener('pointercancel', end);
  };
  hand.addEventListener('pointermove', move);
  hand.addEventListener('pointerup', end);
  hand.addEventListener('pointercancel', end);
}
