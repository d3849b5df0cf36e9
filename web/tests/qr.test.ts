import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { dotsOf, QUIET } from '../src/lib/qr';

const SCALE = 4; // pixels of a dot

/** The picture that a camera sees. */
function painted(path: string, size: number): Uint8ClampedArray {
  const side = size * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column++) pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  return pixels;
}

test.each([
  'http://192.168.1.20:8060/t/abcde23456#ABCdef_-0123456789abcdefghijklm',
  'https://a-rather-long-name.of-a-club.example.org:8443/t/zyxwv98765#0123456789ABCDEFGHIJKLMNOPQRSTUV',
  'http://[fd00:1234:5678:9abc:def0:1234:5678:9abc]:8060/t/abcde23456#ABCdef_-0123456789abcdefghijklm',
])('%s is read as it was written', (link) => {
  const { size, path } = dotsOf(link);
  expect(jsQR(painted(path, size), size * SCALE, size * SCALE)?.data).toBe(link);
});

test('there is an empty edge around it', () => {
  const { size, path } = dotsOf('http://localhost/t/x#y');
  const xs = [...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, width]) => [Number(x), Number(x) + Number(width)] as const);
  expect(Math.min(...xs.map(([left]) => left))).toBe(QUIET);
  expect(Math.max(...xs.map(([, right]) => right))).toBe(size - QUIET);
});
