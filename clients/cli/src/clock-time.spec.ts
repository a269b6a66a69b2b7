import { expect, test } from '@jest/globals';
import { advanceTo } from './clock-time.js';
import { CliError } from './cli-error.js';

const NOW = new Date('2026-11-01T00:00:00.500Z');

test.each([
  ['+400d', 34_560_000],
  ['+12h', 43_200],
  ['+90m', 5_400],
  ['+1s', 1],
  ['2026-11-01T00:01:00Z', 60],
  ['2026-11-01T02:00:01+02:00', 1],
  ['2026-11-02', 86_400],
])('the clock moves forward to %s by %d seconds', (time, seconds) => {
  expect(advanceTo(time, NOW)).toBe(seconds);
});

test.each([
  ['2026-11-01T00:00:00Z', 'invalid', 'ndx sandbox clock reset'],
  ['+0d', 'invalid', 'ndx sandbox clock reset'],
  ['30d', 'usage', '+30d'],
  ['tomorrow', 'usage', '+30d'],
  ['2026-11-01T00:00:00', 'usage', '+30d'],
  ['2026-13-01', 'usage', '+30d'],
])('%s is an error of class %s', (time, errorClass, hint) => {
  const advance = () => advanceTo(time, NOW);
  expect(advance).toThrow(CliError);
  expect(advance).toThrow(
    expect.objectContaining({ errorClass, hint: expect.stringContaining(hint) }),
  );
});
