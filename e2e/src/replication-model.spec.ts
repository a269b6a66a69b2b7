import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { simulate, type SimulationOptions } from '@ndx/formal';
import { ModelReplay } from './replay/model-replay.js';
import { PairOfServices, type ReplayedOwner } from './replay/pair-of-services.js';
import type { ReplayedAggregate } from './replay/replayed-aggregate.js';
import { ReplayedConsent } from './replay/replayed-consent.js';
import { ReplayedRecord } from './replay/replayed-record.js';

const MODEL = { instance: 'asBuilt', samples: 10_000, steps: 18 };

/**
 * The end of each trace, and the invariant that it violates, by which it is found: at once with the
 * seed that Quint reports for the trace.
 */
type Traces = readonly (readonly [
  string,
  Partial<SimulationOptions> & Pick<SimulationOptions, 'invariant'>,
])[];

const OF_CONSENTS: Traces = [
  ['random steps', { invariant: 'true', samples: 1, seed: 1 }],
  ['other random steps', { invariant: 'true', samples: 1, seed: 2, steps: 30 }],
  [
    'changes that the owner lost, recovered from the read model',
    { invariant: 'not(last.name == "deliver" and last.answer == "500")', seed: 0x4856 },
  ],
  [
    'a revocation while a row is ahead',
    {
      invariant: 'not(last.op == "revoke" and last.answer == "200" and owner.revision > 4)',
      seed: 0x172e5,
    },
  ],
  [
    'an end that reaches a row of a lost history before the changes that it follows',
    {
      invariant: 'not(last.op == "ahead" and row.closedAt > 0 and owner.revision > 4)',
      step: 'stepWithoutRevocations',
      seed: 0x38b2,
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
      seed: 0x95f0,
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

const OF_RECORDS: Traces = [
  ['random steps', { invariant: 'true', samples: 1, seed: 1 }],
  ['other random steps', { invariant: 'true', samples: 1, seed: 2, steps: 30 }],
  [
    'an end that the owner lost, recovered from the read model by a repeated withdrawal',
    { invariant: 'not(last.name == "deliver" and last.answer == "500")', seed: 3 },
  ],
  [
    'a withdrawal that the owner lost before its delivery',
    { invariant: 'not(last.op == "lost")', seed: 4 },
  ],
  [
    'parked ends, redriven',
    { invariant: 'not(last.name == "redrive" and row.event > 2)', seed: 5 },
  ],
  [
    'a withdrawal that reaches the row before the one that it follows',
    { invariant: 'not(last.op == "gap")', seed: 6 },
  ],
  [
    'an end that product-query lost, delivered again by a comparison',
    {
      instance: 'subscriberLosesCommits',
      invariant: 'not(last.name == "compareAtOnce" and last.op == "gap" and promises.revoked)',
      seed: 7,
    },
  ],
  [
    'an end that both databases lost, read again from the bus and recovered by its owner',
    {
      ...{ instance: 'bothLoseCommits', steps: 22 },
      invariant: 'not(last.name == "compareAtOnce" and last.op == "ahead" and promises.revoked)',
      seed: 8,
    },
  ],
];

interface Replayed {
  readonly what: string;
  readonly owner: ReplayedOwner;
  readonly begin: (services: PairOfServices) => Promise<ReplayedAggregate>;
  /** Where they differ from those of consents. */
  readonly model: Partial<SimulationOptions>;
  readonly traces: Traces;
}

const REPLAYED: readonly Replayed[] = [
  {
    what: 'consents',
    owner: 'consent',
    begin: (services) => ReplayedConsent.record(services),
    model: {},
    traces: OF_CONSENTS,
  },
  {
    what: 'the ends of records',
    owner: 'furnishing',
    begin: (services) => ReplayedRecord.furnish(services),
    model: { init: 'initOfRecord', step: 'stepOfRecordEndReplayed' },
    traces: OF_RECORDS,
  },
];

describe.each(REPLAYED)(
  'the model of $what and their read models',
  ({ owner, begin, model, traces }) => {
    let services: PairOfServices;
    beforeAll(async () => {
      services = await PairOfServices.start(owner);
    });
    afterAll(() => services.stop());

    test.each(traces)('has the states of the real services: %s', async (_what, options) => {
      const { trace, isViolated } = await simulate({ ...MODEL, seed: 1, ...model, ...options });
      expect(isViolated).toBe(options.invariant !== 'true');
      const replay = await ModelReplay.begin(services, await begin(services), trace);
      const steps: string[] = [];
      for (const state of trace) {
        steps.push(JSON.stringify(state.last));
        await replay.take(state.last, state);
        expect({ steps, ...(await replay.observed()) }).toEqual({
          steps,
          ...replay.expected(state),
        });
      }
      await replay.end();
    });
  },
);
