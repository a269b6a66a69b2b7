import { describe, expect, test } from '@jest/globals';
import { simulate } from './simulate.js';

/** Long enough for a change, a loss of commits, two further changes and what the bus does meanwhile. */
const STEPS = 18;
const SAMPLES = 1_000;
const WITHOUT_REVOCATIONS = 'stepWithoutRevocations';

describe('the model of the code as it stands', () => {
  test.each([
    ['asBuilt', 'revocationBinds', 'step'],
    ['asBuilt', 'revocationBinds', WITHOUT_REVOCATIONS],
    ['caughtUp', 'narrowingBinds', WITHOUT_REVOCATIONS],
  ])('(%s) has no trace that violates %s (%s)', async (instance, invariant, step) => {
    const options = { instance, invariant, step, seed: 2026, samples: SAMPLES, steps: STEPS };
    expect((await simulate(options)).isViolated).toBe(false);
  });
});

describe('the model finds the fault', () => {
  test.each([
    ['of a revocation ignored by a copy ahead', 'withoutBoth', 'revocationBinds', 'step', 1],
    ['of a revocation that a later change reverts', 'withoutEnds', 'revocationBinds', 'step', 5],
    [
      'of a narrowing that a copy ignores',
      'withoutReports',
      'narrowingBinds',
      WITHOUT_REVOCATIONS,
      5,
    ],
    [
      'of a state taken for applied with a later end',
      'withoutSeparation',
      'narrowingBinds',
      WITHOUT_REVOCATIONS,
      1_368_659,
    ],
  ] as const)('%s, without its protection', async (_fault, instance, invariant, step, seed) => {
    const options = { instance, invariant, step, seed, samples: 10 * SAMPLES, steps: STEPS };
    expect((await simulate(options)).isViolated).toBe(true);
  });
});

describe('the model shows what only a synchronous standby prevents', () => {
  test.each([
    [
      'product-query loses a revocation that it applied',
      'copyLosesCommits',
      'revocationBinds',
      'step',
      7,
    ],
    [
      'consent loses a narrowing, and a second change overtakes the first',
      'asBuilt',
      'narrowingSurvives',
      WITHOUT_REVOCATIONS,
      7,
    ],
    [
      'an event that consent lost arrives after a narrowing',
      'asBuilt',
      'narrowingBinds',
      WITHOUT_REVOCATIONS,
      64_819,
    ],
  ] as const)('%s', async (_loss, instance, invariant, step, seed) => {
    const options = { instance, invariant, step, seed, samples: 10 * SAMPLES, steps: STEPS };
    expect((await simulate(options)).isViolated).toBe(true);
  });
});

test('the same seed gives the same trace', async () => {
  const options = { instance: 'asBuilt', invariant: 'true', seed: 11, samples: 1, steps: STEPS };
  expect(await simulate(options)).toEqual(await simulate(options));
});
