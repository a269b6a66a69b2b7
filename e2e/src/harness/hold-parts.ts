import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import pg from 'pg';
import type { Exchange } from './exchange.js';

/** Parts of simulations that wait, so that a test can act while one runs. */
export interface HeldParts {
  /** Resolves when the first part is stored and the second is not; the process has simulated it. */
  untilSecondPart(simulationId: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * The first part of a simulation waits until its process has renewed its claim, so that it stores
 * the pages that it has then; the second waits before it is stored.
 */
export async function holdParts(exchange: Exchange): Promise<HeldParts> {
  const url = exchange.network.databases.postgres.url('product-query');
  const [reads, writes] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([reads.connect(), writes.connect()]);
  await writes.query(`select pg_advisory_lock(hashtext('hold_parts'))`);
  await writes.query(`
    create function hold_parts() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(hashtext('hold_parts')); return new; end $$`);
  await writes.query(`
    create trigger hold_parts before update on simulation for each row
    when (old.place_id is distinct from new.place_id and old.advanced_at > old.created_at)
    execute function hold_parts()`);
  await reads.query('begin');
  // A part reads the versions of policies.
  await reads.query('lock table policy_version in access exclusive mode');
  const due = async (id: string) => {
    const { rows } = await writes.query<{ due: string }>(
      'select due_at::text as due from simulation where simulation_id = $1',
      [id],
    );
    return rows[0]?.due;
  };
  return {
    async untilSecondPart(id) {
      const claims = new Set([await due(id)]);
      await eventually(async () => {
        claims.add(await due(id));
        expect(claims.size).toBeGreaterThan(2);
      });
      await reads.end();
      await eventually(async () => {
        const { rows } = await writes.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted`,
        );
        expect(rows).toHaveLength(1);
      });
    },
    async release() {
      await writes.query(`select pg_advisory_unlock(hashtext('hold_parts'))`);
      await writes.query('drop function hold_parts cascade');
      await writes.end();
    },
  };
}
