import { afterEach, describe, expect, test } from '@jest/globals';
import { testBuses, type BusName } from '@ndx/testing';
import { CommitLog } from './commit-log.js';
import { Rig } from './rig.js';

const KEYS = ['a', 'b', 'c', 'd'];
const TRANSACTIONS = 50;

/** Arbitrary seeds, fixed so that a failure is reproducible. */
const SEEDS = [1, 20, 300];

/** Rejects a duplicate number at the commit. */
const REFUSED_AT_COMMIT =
  'create table refused_at_commit (n integer unique deferrable initially deferred)';

describe.each(testBuses())('fifty transactions at once, on the %s bus', (name: BusName) => {
  let rig: Rig;

  afterEach(() => rig.stop());

  test.each(SEEDS)(
    'are consumed in the order in which they committed, and none is missed: seed %i',
    async (seed) => {
      rig = await Rig.start(name, 'shared', TRANSACTIONS + 5);
      const commits = await CommitLog.start(rig.writer, 5);
      await rig.writer.query(REFUSED_AT_COMMIT);
      await rig.subscribe();
      rig.relay({ pollMs: 1 });

      const random = randomFrom(seed);
      const plans = Array.from({ length: TRANSACTIONS }, (_, n) => planned(n, random));
      const ends = await Promise.allSettled(plans.map(run));

      const failed = ends.map(({ status }) => status === 'rejected');
      expect(failed).toEqual(plans.map(({ rollsBack }) => rollsBack !== 'no'));
      for (const key of KEYS) await rig.sees(await commits.numbersOf(key), key);
      expect(await rig.seen()).toHaveLength(
        plans.reduce((sum, { rollsBack, keys }) => sum + (rollsBack === 'no' ? keys.length : 0), 0),
      );
    },
    120_000,
  );

  /** Several keys in random order, some twice, with random delays before and between. */
  const run = ({ n, keys, rollsBack, workMs }: Plan) =>
    rig.transactions.run(async ({ manager, publish }) => {
      for (const key of keys) {
        await manager.query('select pg_sleep($1 / 1000.0)', [workMs / keys.length]);
        publish(rig.stepTaken, { key, n });
      }
      if (rollsBack === 'by its work') throw new Error('a rule was broken');
      if (rollsBack === 'at commit') {
        // Unique numbers: with shared ones these transactions would wait for each other and
        // deadlock.
        await manager.query('insert into refused_at_commit values ($1), ($1)', [n]);
      }
    });
});

interface Plan {
  readonly n: number;
  readonly keys: readonly string[];
  readonly rollsBack: 'no' | 'by its work' | 'at commit';
  readonly workMs: number;
}

function planned(n: number, random: () => number): Plan {
  const pick = <T>(from: readonly T[], otherwise: T) =>
    from[Math.floor(random() * from.length)] ?? otherwise;
  return {
    n,
    keys: Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(KEYS, 'a')),
    rollsBack: pick(['no', 'no', 'no', 'no', 'by its work', 'at commit'] as const, 'no'),
    workMs: random() * 80,
  };
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
