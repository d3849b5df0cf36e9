import { describe, expect, it } from 'vitest';
import { longTime } from '../src/lib/spans';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('long spans of time', () => {
  it('are told in two units at most, the larger first', () => {
    expect(longTime(2 * DAY + 5 * HOUR + 59 * MINUTE, 'en')).toBe('2d 5h');
    expect(longTime(3 * DAY, 'en')).toBe('3d');
    expect(longTime(5 * HOUR + 7 * MINUTE, 'en')).toBe('5h 7m');
  });

  it('are never nothing before the time is up', () => {
    expect(longTime(20_000, 'en')).toBe('1m');
    expect(longTime(0, 'en')).toBe('0m');
  });

  it('speak the language of the page', () => {
    for (const spoken of ['es', 'ca', 'en']) expect(longTime(2 * DAY + HOUR, spoken)).toMatch(/^2 ?d\S* 1 ?h/);
  });
});
