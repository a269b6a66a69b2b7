import { expect, test } from '@jest/globals';
import { CommanderError } from '@ndx/command-line';
import { chaosOptions } from './options.js';
import { SCENARIO_NAMES } from './scenarios/index.js';

test('without arguments every fault is done in its long form on both buses, by a seed of its own', () => {
  expect(chaosOptions([])).toEqual({
    buses: ['embedded', 'kafka'],
    scenarios: SCENARIO_NAMES,
    short: false,
    seed: expect.any(Number),
  });
});

test('what is named is what is done', () => {
  const args = ['--bus', 'kafka', '--seed', '7', '--scenario', 'kill-services,postgres-crash'];
  expect(chaosOptions([...args, '--short'])).toEqual({
    buses: ['kafka'],
    scenarios: ['kill-services', 'postgres-crash'],
    short: true,
    seed: 7,
  });
});

test.each([
  [['--bus', 'pigeon'], /Allowed choices are embedded, kafka, both/],
  [['--seed', 'x'], /--seed <number>.*must be a whole number/],
  [['--scenario', 'flood'], /no scenario flood/],
  [['--loud'], /--loud/],
])('%j is refused', (args, reason) => {
  expect(() => chaosOptions(args)).toThrow(CommanderError);
  expect(() => chaosOptions(args)).toThrow(reason);
});
