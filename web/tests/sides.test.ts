import { expect, test } from 'vitest';
import { marginsAt, nextSide, sideOf, SIDES } from '../src/lib/sides';

test.each([2, 3, 4])('%i players sit at sides of their own, clockwise, the first at the bottom', (number) => {
  const seats = Array.from({ length: number }, (_, seat) => seat);
  const found = seats.map((seat) => sideOf(seat, seats));
  expect(found[0]).toBe('bottom');
  expect(new Set(found).size).toBe(number);
  expect(found.map((side) => SIDES.indexOf(side))).toEqual(found.map((side) => SIDES.indexOf(side)).toSorted());
});

test('only seats of this device count, and a seat can be turned to another side', () => {
  expect(sideOf(3, [1, 3])).toBe('top');
  expect(sideOf(0, [1, 3])).toBe('bottom');
  expect(sideOf(3, [1, 3], { 3: 'left' })).toBe('left');
  expect(sideOf(9, [9])).toBe('bottom');
  expect(SIDES.map(nextSide)).toEqual(['left', 'top', 'right', 'bottom']);
});

test('the board keeps clear of the dock at its side and of the head', () => {
  expect(marginsAt('bottom', 150, 60, 60)).toEqual({ top: 72, right: 60, bottom: 156, left: 6 });
  expect(marginsAt('top', 150, 60, 60)).toEqual({ top: 156, right: 60, bottom: 72, left: 6 });
  expect(marginsAt('left', 150, 60, 60)).toEqual({ top: 72, right: 60, bottom: 6, left: 156 });
  expect(marginsAt('right', 150, 60, 60)).toEqual({ top: 72, right: 210, bottom: 6, left: 6 });
});
