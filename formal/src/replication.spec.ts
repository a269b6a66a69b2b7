import { describe, expect, test } from '@jest/globals';
import { simulate } from './simulate.js';

/**
 * Long enough for a change, a loss of commits, two further changes and what the bus does meanwhile.
 */
const STEPS = 18;
const SAMPLES = 300;
const WITHOUT_REVOCATIONS = 'stepWithoutRevocations';

describe('the model of the code as it stands', () => {
  test.each([
    ['revocationBinds', 'step'],
    // One check for both: the traces are the same.
    ['revocationBinds and narrowingBinds', WITHOUT_REVOCATIONS],
    ['narrowingBinds', 'stepWithoutEnds'],
  ])('has no trace that violates %s (%s)', async (invariant, step) => {
    const instance = 'asBuilt';
    const options = { instance, invariant, step, seed: 2026, samples: SAMPLES, steps: STEPS };
    expect((await simulate(options)).isViolated).toBe(false);
  });
});

/** Seeds of faults are those of violating traces, as Quint reports them: each is found at once. */
describe('the model finds the fault', () => {
  test.each([
    ['of a revocation ignored by a row ahead', 'withoutBoth', 'revocationBinds', 'step', 0x4a7],
    ['of a revocation that a change reverts', 'withoutEnds', 'revocationBinds', 'step', 0x2c3],
    ...(
      [
        ['of a narrowing that a row ignores', 'withoutReports', 0xdbb],
        ['of a narrowing that the owner lost and a change replaced', 'withoutPredecessors', 0x97c3],
        ['of a state taken for applied with a later end', 'withoutEndsThatFollow', 0x20d99],
        ['of a narrowing that was lost before its delivery', 'withoutLossCheck', 0x2925],
        ['of a merged event taken for a later one', 'withoutMergedMark', 0x52185],
      ] as const
    ).map(
      ([fault, instance, seed]) =>
        [fault, instance, 'narrowingBinds', WITHOUT_REVOCATIONS, seed] as const,
    ),
  ] as const)('%s, without its protection', async (_fault, instance, invariant, step, seed) => {
    const options = { instance, invariant, step, seed, samples: 10_000, steps: STEPS };
    expect((await simulate(options)).isViolated).toBe(true);
  });
});

describe('when the database of product-query loses commits, too, the model', () => {
  const steps = STEPS + 4;
  const ANY = 'stepWithRecovery';
  const OF_RECORD = 'stepOfRecordEndWithRecovery';
  const initOf = (step: string) => (step === OF_RECORD ? 'initOfRecord' : 'init');
  const LOST_NARROWING = 'stepOfLostNarrowing';

  test.each([
    ['subscriberLosesCommits', 'revocationBinds', ANY],
    ['subscriberLosesCommits', 'narrowingBinds', 'stepWithRecoveryWithoutRevocations'],
    ['bothLoseCommits', 'revocationBinds', ANY],
    ['bothLoseCommits', 'revocationBinds', OF_RECORD],
    ['bothLoseCommits', 'narrowingBinds', 'stepWithRecoveryWithoutRevocations'],
    ['bothLoseCommits', 'narrowingBinds', 'stepWithRecoveryWithoutEnds'],
    ['bothLoseCommits', 'narrowingBinds', LOST_NARROWING],
  ])('has no trace (%s) that violates %s (%s)', async (instance, invariant, step) => {
    const samples = 100;
    const options = { instance, invariant, init: initOf(step), step, seed: 1, samples, steps };
    expect((await simulate(options)).isViolated).toBe(false);
  });

  test.each([
    ['of a query before the confirmation', 'withoutConfirmation', 'revocationBinds', ANY, 1],
    ['of a withdrawn record before it', 'withoutConfirmation', 'revocationBinds', OF_RECORD, 1],
    [
      'of a lost event that is not delivered again',
      'withoutPosition',
      'revocationBinds',
      ANY,
      0x36791,
    ],
    [
      'of a delivery before lost events are read',
      'withoutReadFirst',
      'narrowingBinds',
      LOST_NARROWING,
      1,
    ],
  ])(
    'finds the fault %s, without its protection',
    async (_fault, instance, invariant, step, seed) => {
      const samples = 10_000;
      const options = { instance, invariant, init: initOf(step), step, seed, samples, steps };
      expect((await simulate(options)).isViolated).toBe(true);
    },
  );
});

test('the same seed gives the same trace', async () => {
  const options = { instance: 'asBuilt', invariant: 'true', seed: 11, samples: 1, steps: STEPS };
  expect(await simulate(options)).toEqual(await simulate(options));
});
