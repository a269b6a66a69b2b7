import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { simulate, type SimulationOptions } from '@ndx/formal';
import { ModelReplay } from './replay/model-replay.js';
import { PairOfServices } from './replay/pair-of-services.js';

const MODEL = { instance: 'asBuilt', samples: 10_000, steps: 18 };

/** The end of each trace, and the invariant that it violates, by which it is found. */
const TRACES: readonly (readonly [string, Partial<SimulationOptions> & { invariant: string }])[] = [
  ['random steps', { invariant: 'true', samples: 1, seed: 1 }],
  ['other random steps', { invariant: 'true', samples: 1, seed: 2, steps: 30 }],
  [
    'changes that the owner lost, recovered from the read model',
    { invariant: 'not(last.name == "deliver" and last.answer == "500")', seed: 2 },
  ],
  [
    'a revocation while a row is ahead',
    {
      invariant: 'not(last.op == "revoke" and last.answer == "200" and owner.revision > 4)',
      seed: 3,
    },
  ],
  [
    'an end that reaches a row of a lost history before the changes that it follows',
    {
      invariant: 'not(last.op == "ahead" and row.closedAt > 0 and owner.revision > 4)',
      step: 'stepWithoutRevocations',
      seed: 6,
    },
  ],
  [
    'parked events, redriven',
    { invariant: 'not(last.name == "redrive" and row.event > 2)', seed: 5 },
  ],
  [
    'a change that reaches the row before the one that it follows',
    { invariant: 'not(last.op == "gap")', seed: 7 },
  ],
  [
    'a narrowing that the owner lost, and a later change before the first one',
    {
      invariant:
        'not(last.op == "ahead" and row.narrow and writers.get(last.writer).op == "widen")',
      step: 'stepWithoutRevocations',
      seed: 8,
    },
  ],
  [
    'an event of a lost history with a higher revision, after a narrowing',
    {
      invariant:
        'not(last.name == "consume" and promises.narrow and log[last.index].revision > row.revision)',
      step: 'stepWithoutRevocations',
      seed: 9,
    },
  ],
  [
    'a change that the owner lost before its delivery',
    { invariant: 'not(last.op == "lost")', seed: 10 },
  ],
  [
    'a withdrawal that product-query lost, delivered again by a comparison',
    {
      ...{ instance: 'subscriberLosesCommits', step: 'stepReplayed', steps: 22 },
      invariant: 'not(last.name == "compareAtOnce" and last.op == "gap" and promises.revoked)',
      seed: 11,
    },
  ],
  [
    'a narrowing that both databases lost, read again from the bus and recovered by its owner',
    {
      instance: 'bothLoseCommits',
      step: 'stepOfLostNarrowing',
      invariant: 'not(last.name == "compareAtOnce" and last.op == "ahead")',
      seed: 12,
    },
  ],
];

describe('the model of consents and their read models', () => {
  let services: PairOfServices;
  beforeAll(async () => {
    services = await PairOfServices.start();
  });
  afterAll(() => services.stop());

  test.each(TRACES)('has the states of the real services: %s', async (_what, options) => {
    const { trace, isViolated } = await simulate({ ...MODEL, seed: 1, ...options });
    expect(isViolated).toBe(options.invariant !== 'true');
    const replay = await ModelReplay.begin(services);
    const steps: string[] = [];
    for (const state of trace) {
      steps.push(JSON.stringify(state.last));
      await replay.take(state.last, state);
      expect({ steps, ...(await replay.observed()) }).toEqual({ steps, ...replay.expected(state) });
    }
    await replay.end();
  });
});
