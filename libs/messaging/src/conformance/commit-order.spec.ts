import { afterEach, describe, expect, test } from '@jest/globals';
import { testBuses, type BusName } from '@ndx/testing';
import { Rig } from './rig.js';

const KEYS = ['a', 'b', 'c', 'd'];
const TRANSACTIONS = 50;

/** Any will do; these are fixed so that a failure can be had again. */
const SEEDS = [1, 20, 300];

describe.each(testBuses())('fifty transactions at once, on the %s bus', (name: BusName) => {
  let rig: Rig;

  afterEach(() => rig.stop());

  test.each(SEEDS)(
    'are consumed in the order in which they committed, and none is missed: seed %i',
    async (seed) => {
      rig = await Rig.start(name, 'shared', TRANSACTIONS + 5);
      await recordCommits();
      await rig.subscribe();
      rig.relay({ pollMs: 1 });

      const random = randomFrom(seed);
      const plans = Array.from({ length: TRANSACTIONS }, (_, n) => planned(n, random));
      const ends = await Promise.allSettled(plans.map(run));

      const failed = ends.map(({ status }) => status === 'rejected');
      expect(failed).toEqual(plans.map(({ rollsBack }) => rollsBack !== 'no'));
      for (const key of KEYS) await rig.sees(await committed(key), key);
      expect(await rig.seen()).toHaveLength(
        plans.reduce((sum, { rollsBack, keys }) => sum + (rollsBack === 'no' ? keys.length : 0), 0),
      );
    },
    120_000,
  );

  /** Several keys, in any order, some twice; work that takes a while before and between. */
  const run = ({ n, keys, rollsBack, workMs }: Plan) =>
    rig.transactions.run(async ({ manager, publish }) => {
      for (const key of keys) {
        await manager.query('select pg_sleep($1 / 1000.0)', [workMs / keys.length]);
        publish(rig.stepTaken, { key, n });
      }
      if (rollsBack === 'by its work') throw new Error('a rule was broken');
      if (rollsBack === 'at commit') {
        // A number of its own: transactions that waited for each other here would deadlock.
        await manager.query('insert into refused_at_commit values ($1), ($1)', [n]);
      }
    });

  /**
   * Each event notes its place among the commits of its key as the last thing before the commit,
   * after a while that differs, so that commits do not come in the order of the inserts.
   */
  async function recordCommits(): Promise<void> {
    await rig.writer.query(`
      create table refused_at_commit (n integer unique deferrable initially deferred);
      create table committed (position bigint generated always as identity, key text, n integer);
      create function note_commit() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(random() * 0.005);
        insert into committed (key, n) values (new.key, (new.data::json->>'n')::int);
        return null;
      end $$;
      create constraint trigger note_commit after insert on outbox
        deferrable initially deferred for each row execute function note_commit()`);
  }

  async function committed(key: string): Promise<number[]> {
    const rows = await rig.writer.query<{ n: number }[]>(
      'select n from committed where key = $1 order by position',
      [key],
    );
    return rows.map(({ n }) => n);
  }
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

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
