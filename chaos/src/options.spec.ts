import { expect, test } from '@jest/globals';
import { CommanderError } from '@ndx/command-line';
import { chaosOptions } from './options.js';
import { SCENARIO_NAMES } from './scenarios/index.js';

test('without arguments every fault is injected in its long form on both buses, with a new seed', () => {
  expect(chaosOptions([])).toEqual({
    buses: ['embedded', 'kafka'],
    scenarios: SCENARIO_NAMES,
    short: false,
    seed: expect.any(Number),
  });
});

test('the named scenarios are run', () => {
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
])('%j is rejected', (args, reason) => {
  expect(() => chaosOptions(args)).toThrow(CommanderError);
  expect(() => chaosOptions(args)).toThrow(reason);
});
