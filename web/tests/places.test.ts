import { describe, expect, test } from 'vitest';
import { fitted, kept, onBoard, zoomed } from '../src/lib/camera';
import { middle, outline } from '../src/lib/outline';
import { featureWith, segmentNamed, unturned, writtenAt, type Feature, type SegmentFacts, type TileFacts } from '../src/lib/regions';
import { linkIn, parse } from '../src/lib/router.svelte';
import { spaceAt, SPACES } from '../src/lib/track';

describe('the camera', () => {
  const size = { width: 800, height: 600 };

  test('shows all of a box, in the middle', () => {
    const camera = fitted({ left: -2, top: -1, right: 4, bottom: 3 }, size);
    const corners = [onBoard(camera, 0, 0), onBoard(camera, 800, 600)];
    expect(corners[0]?.[0]).toBeLessThan(-2);
    expect(corners[1]?.[1]).toBeGreaterThan(3);
    expect(onBoard(camera, 400, 300)).toEqual([expect.closeTo(1), expect.closeTo(1)]);
  });

  test('keeps the point under the finger when zooming', () => {
    const camera = { x: 37, y: -12, scale: 0.7 };
    const before = onBoard(camera, 222, 333);
    const after = onBoard(zoomed(camera, 1.6, 222, 333), 222, 333);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  test('never loses the board', () => {
    const camera = kept({ x: 99_999, y: -99_999, scale: 1 }, { left: 0, top: 0, right: 3, bottom: 3 }, size);
    expect(camera.x).toBeLessThan(size.width);
    expect(camera.y).toBeGreaterThan(-300);
  });
});

test('the scoreboard is a ring of fifty spaces, each beside the next', () => {
  const places = Array.from({ length: SPACES }, (_, space) => spaceAt(space));
  expect(new Set(places.map(String)).size).toBe(SPACES);
  places.forEach(([x, y], space) => {
    const [nextX, nextY] = spaceAt(space + 1);
    expect(Math.abs(x - nextX) + Math.abs(y - nextY)).toBe(1);
  });
});

describe('regions', () => {
  const segment = (kind: string, ports: number[]): SegmentFacts => ({ kind, ports, anchor: [0.5, 0.5], path: '' });
  const tile: TileFacts = {
    id: 'X',
    segments: [
      segment('field', [0]),
      segment('field', [2, 3]),
      segment('road', [1, 7]),
      segment('field', []),
      segment('monastery', []),
    ],
  };

  test('a segment is found by any of its sides, however the tile lies', () => {
    expect(segmentNamed(tile, 0, 'road N')).toBe(tile.segments[2]);
    expect(segmentNamed(tile, 1, 'road W')).toBe(tile.segments[2]);
    expect(segmentNamed(tile, 1, 'road N')).toBeUndefined();
    expect(segmentNamed(tile, 1, 'field Es')).toBe(tile.segments[1]);
    expect(segmentNamed(tile, 3, 'field inner')).toBe(tile.segments[3]);
    expect(segmentNamed(tile, 2, 'monastery')).toBe(tile.segments[4]);
  });

  test('a point of a turned tile is found on the unturned one', () => {
    expect(unturned({ tile: 'X', x: 2, y: -1, turns: 0, seq: 0 }, [2.1, -0.8])).toEqual([expect.closeTo(10), expect.closeTo(20)]);
    expect(unturned({ tile: 'X', x: 0, y: 0, turns: 1, seq: 0 }, [0.9, 0.1])).toEqual([expect.closeTo(10), expect.closeTo(10)]);
  });

  test('a scoring lights up its own region, and not another one on the same cells', () => {
    const field = (...segments: string[]): Feature => ({
      kind: 'field', completed: true, owners: [], strength: [], worth: 0, worth_completed: 0, tint: null,
      segments: segments.map((segment, x) => ({ x, y: 0, segment })),
    });
    const [north, south] = [field('field Nw', 'field Nw'), field('field Es', 'field Es')];
    expect(featureWith([north, south], { x: 1, y: 0, segment: 'field Es' })).toBe(south);
    expect(featureWith([north, south], { x: 2, y: 0, segment: 'field Es' })).toBeNull();
  });
});

test('lines go around groups of cells, and their name stands on one of them', () => {
  expect(outline([[0, 0], [1, 0]]).match(/M/g)).toHaveLength(6);
  expect(middle([[0, 0], [2, 0], [1, 0]])).toEqual([1.5, 0.5]);
  expect(middle([])).toBeNull();
});

test('what is written about a field stands where no figure does', () => {
  const shape = (x: number, y: number) => ({ path: '', transform: '', at: [x, y] as [number, number] });
  const shapes = [shape(0.5, 0.5), shape(1.5, 0.5)];
  expect(writtenAt(shapes, [])).toEqual([0.5, 0.5]);
  expect(writtenAt(shapes, [{ at: [0.4, 0.6] }, { at: null }])).toEqual([1.5, 0.5]);
  expect(writtenAt([shape(0.5, 0.5)], [{ at: [0.5, 0.5] }])[1]).toBeGreaterThan(0.7);
});

describe('addresses', () => {
  test.each([
    ['', '/', 'home', '', ''],
    ['#/new', '/', 'new', '', ''],
    ['#/table/a1', '/', 'table', 'a1', ''],
    ['#/rules/BASE-40', '/', 'rules', 'BASE-40', ''],
    ['#secret', '/t/a1', 'table', 'a1', 'secret'],
    ['#/table/b2', '/t/a1', 'table', 'b2', ''],
    ['#/table', '/', 'unknown', '', ''],
    ['#/%zz', '/', 'home', '', ''],
  ])('%s at %s is %s', (hash, path, page, id, token) => {
    expect(parse(hash, path)).toMatchObject({ page, id, token });
  });

  test('a pasted link is understood, with words around it', () => {
    expect(linkIn('Ven: https://host/t/a1#tok-EN_9 !')).toEqual({ table: 'a1', token: 'tok-EN_9' });
    expect(linkIn('http://host/#/table/a1')).toEqual({ table: 'a1', token: '' });
    expect(linkIn('hola')).toBeNull();
  });
});
