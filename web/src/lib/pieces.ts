/** Pieces that lie on tiles: which symbol is shown, and where. */

import { figureSymbol, lacks } from './art';
import { UNIT } from './camera';
import type { Piece } from './view';

const ALONE = 26; // the side of a picture that has no drawing for its tile

export interface Drawing {
  href: string;
  x: number; // units of the board drawing
  y: number;
  side: number;
}

/** The drawing made for the piece on its tile, as large as the tile; without one, its picture at its place. */
export function pieceDrawing({ drawing, picture, x, y, at }: Pick<Piece, 'drawing' | 'picture' | 'x' | 'y' | 'at'>): Drawing {
  if (drawing && !lacks(drawing)) return { href: `#${drawing}`, x: x * UNIT, y: y * UNIT, side: UNIT };
  return { href: figureSymbol(picture), x: at[0] * UNIT - ALONE / 2, y: at[1] * UNIT - ALONE / 2, side: ALONE };
}
