import { expect, test, vi } from 'vitest';
import { figureSymbol, heightOf, known, unknownSymbols } from '../src/lib/art';
import { needCatalogue } from '../src/lib/catalogue.svelte';
import { pieceDrawing } from '../src/lib/pieces';
import { SEAT_LOOKS } from '../src/lib/seats';

vi.mock('../src/lib/http', () => ({
  get: () => Promise.resolve({ pictures: { giant: { coloured: true, height: 1.2 }, stone: { coloured: false, height: 1 } } }),
}));

test('before the catalogue is there, names are taken as they come', () => {
  expect(known('giant')).toBe(true);
  expect(figureSymbol('giant', 'red', 'lying')).toBe('#fig-giant-red-lying');
});

test('a symbol that the page draws itself is there for every colour and for nobody', () => {
  const names = [...unknownSymbols().matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(['fig-unknown', ...Object.keys(SEAT_LOOKS).map((colour) => `fig-unknown-${colour}`)]);
});

const piece = { picture: 'zeppelin', drawing: '', x: 2, y: -1, at: [2.25, -0.5] as [number, number] };

test('a piece is drawn over the whole of its tile', () => {
  expect(pieceDrawing({ ...piece, drawing: 'piece-zeppelin-3' })).toEqual({ href: '#piece-zeppelin-3', x: 200, y: -100, side: 100 });
});

test('with the catalogue, pictures have colours and heights of their own', async () => {
  await needCatalogue();
  expect([figureSymbol('giant', 'red'), figureSymbol('stone', 'red')]).toEqual(['#fig-giant-red', '#fig-stone']);
  expect([heightOf('giant'), heightOf('zeppelin')]).toEqual([1.2, 1]);
});

test('a picture that nobody knows is shown as a counter', async () => {
  await needCatalogue();
  expect(known('zeppelin')).toBe(false);
  expect([figureSymbol('zeppelin'), figureSymbol('zeppelin', 'blue', 'lying')]).toEqual(['#fig-unknown', '#fig-unknown-blue']);
  const { href, x, y, side } = pieceDrawing(piece);
  expect([href, x + side / 2, y + side / 2]).toEqual(['#fig-unknown', 225, -50]);
});
