import { describe, expect, test } from '@jest/globals';
import { parsePeriod } from './period.js';

describe('a period', () => {
  test.each([
    ['2026-03', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-03-01/2026-03-02', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    [
      '2026-03-01T02:00+02:00/2026-03-01T00:00:00.001Z',
      ...['2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z'],
    ],
  ])('%s is from %s to %s', (text, from, to) => {
    expect(parsePeriod(text)).toEqual({ from, to });
  });

  test.each([
    ['', 'not a period'],
    ['march', 'not a period'],
    ['2026', 'not a period'],
    ['2026-13', 'not a period'],
    ['2026-00', 'not a period'],
    ['2026-03-01', 'not a period'],
    ['2026-02-01/2026-02-30', 'not a period'],
    ['2026-02-01/2026-03', 'not a period'],
    ['2026-02-01T00:00:00/2026-03-01', 'not a period'],
    ['2026-02-01/2026-03-01/2026-04-01', 'not a period'],
    ['2026-03-01/2026-03-01', 'ends before it starts'],
    ['2026-03-02/2026-03-01', 'ends before it starts'],
  ])('"%s" is an error: %s', (text, message) => {
    expect(() => parsePeriod(text)).toThrow(message);
  });
});
