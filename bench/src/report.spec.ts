import { describe, expect, test } from '@jest/globals';
import type { Figure } from './measurement.js';
import { isReached, reportOf, tableOf } from './report.js';

const figure = (value: number, rest: Partial<Figure> = {}): Figure => ({
  name: 'a figure',
  value,
  unit: 'ms',
  ...rest,
});

const tableWith = (...figures: Figure[]) =>
  tableOf({ name: 'thing', about: 'this and that', figures }).split('\n');

describe('a goal', () => {
  test.each([
    [{ atMost: 1.5 }, 1.5, true],
    [{ atMost: 1.5 }, 1.51, false],
    [{ atLeast: 1 }, 1, true],
    [{ atLeast: 1 }, 0.99, false],
  ])('of %j is compared with %d', (goal, value, reached) => {
    expect(isReached(figure(value, { goal }))).toBe(reached);
  });

  test('that is not set is neither reached nor missed', () => {
    expect(isReached(figure(1))).toBeUndefined();
  });

  test('is not reached by NaN', () => {
    expect(isReached(figure(NaN, { goal: { atMost: 1 } }))).toBe(false);
  });
});

describe('a table', () => {
  test('begins with the name and description of the measurement', () => {
    expect(tableWith(figure(1))[0]).toBe('thing: this and that');
  });

  test('marks a missed goal and a reached one', () => {
    const [, missed, reached] = tableWith(
      figure(2, { goal: { atMost: 1.5 } }),
      figure(2, { goal: { atLeast: 1.5 } }),
    );
    expect(missed).toMatch(/at most 1\.5: MISSED$/);
    expect(reached).toMatch(/at least 1\.5: reached$/);
  });

  test('aligns the numbers', () => {
    const lines = tableWith(figure(1_234), figure(1.5)).slice(1);
    expect(new Set(lines.map((line) => line.indexOf('  ms')))).toHaveProperty('size', 1);
  });

  test.each([
    [1_234.5, '1235'],
    [12.345, '12.3'],
    [0.012345, '0.0123'],
    [2, '2'],
  ])('shows the significant digits of %d', (value, shown) => {
    expect(tableWith(figure(value))[1]).toBe(`  a figure  ${shown}  ms`);
  });

  test('shows the spread between rounds', () => {
    const [, line] = tableWith(figure(2, { rounds: [3, 1, 2] }));
    expect(line).toMatch(/\(3 rounds, 1 to 3\)$/);
  });
});

test('a report contains the machine and whether the run was quick', () => {
  const report = reportOf([], { rounds: 1, isQuick: true });
  expect(report).toMatchObject({ rounds: 1, isQuick: true, sections: [] });
  expect(report.machine.cores).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});
