import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { simulate, type SimulationOptions } from '@ndx/formal';
import { ModelReplay } from './replay/model-replay.js';
import { PairOfServices } from './replay/pair-of-services.js';

const MODEL = { instance: 'asBuilt', samples: 10_000, steps: 18 };

/** What a trace leads to, and how it is found: as the violation of its contrary. */
const TRACES: readonly (readonly [string, Partial<SimulationOptions> & { invariant: string }])[] = [
  ['random steps', { invariant: 'true', samples: 1, seed: 1 }],
  ['other random steps', { invariant: 'true', samples: 1, seed: 2, steps: 30 }],
  [
    'changes that the owner lost, recovered from the copy',
    { invariant: 'not(last.name == "deliver" and last.answer == "500")', seed: 2 },
  ],
  [
    'a revocation that moves past a copy ahead',
    {
      invariant: 'not(last.op == "revoke" and last.answer == "200" and owner.revision > 4)',
      seed: 3,
    },
  ],
  [
    'a refused state beside a later end',
    {
      invariant: 'not(last.op == "ahead" and copy.event == ownerHistory[0].head)',
      step: 'stepWithoutRevocations',
      seed: 192_118,
    },
  ],
  [
    'parked events, redriven',
    { invariant: 'not(last.name == "redrive" and copy.event > 2)', seed: 5 },
  ],
  [
    'an event that the owner lost and the bus delivers after a narrowing',
    { invariant: 'narrowingBinds', step: 'stepWithoutRevocations', seed: 64_819 },
  ],
  [
    'a narrowing that the owner lost and a later change replaced',
    { invariant: 'narrowingSurvives', step: 'stepWithoutRevocations', seed: 7 },
  ],
];

describe('the model of consents and their copies', () => {
  let services: PairOfServices;
  beforeAll(async () => {
    services = await PairOfServices.start();
  });
  afterAll(() => services.stop());

  test.each(TRACES)('does what the real services do: %s', async (_what, options) => {
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
