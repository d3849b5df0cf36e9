/** A link as a square of dots that a telephone reads. */

import { correction, generate } from 'lean-qr/nano';

export const QUIET = 4; // empty dots around it

export interface Dots {
  size: number; // of the whole, the empty edge included
  path: string; // one unit for a dot
}

export function dotsOf(text: string): Dots {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let end = x + 1;
      while (code.get(end, y)) end++;
      path += `M${x + QUIET} ${y + QUIET}h${end - x}v1H${x + QUIET}z`;
      x = end;
    }
  }
  return { size: code.size + 2 * QUIET, path };
}
