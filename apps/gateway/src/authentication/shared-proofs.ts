import type pg from 'pg';
import type { SharedStore } from '../shared-store/shared-store.js';
import { PROOF_LIFETIME_SECONDS, PROOF_SKEW_SECONDS, type Proof } from './dpop-proof.js';
import { Refusal } from './refusal.js';
import type { UsedProofs } from './used-proofs.js';

const TABLE = 'used_dpop_proof';

/** Creates the table, unlogged: after a crash, the proofs of a minute can be repeated once. */
export const PROOFS_TABLE = `CREATE UNLOGGED TABLE IF NOT EXISTS ${TABLE}
    (id text PRIMARY KEY, used_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS used_dpop_proof_used_at ON ${TABLE} (used_at)`;

/** Twice as long as a proof is accepted, for replicas whose clocks differ. */
const KEPT_SECONDS = 2 * (PROOF_LIFETIME_SECONDS + PROOF_SKEW_SECONDS);

/** Each use deletes two expired rows (by the index on used_at), so the table stays small. */
const USE = `
  WITH expired AS (
    DELETE FROM ${TABLE} WHERE id IN (
      SELECT id FROM ${TABLE} WHERE used_at < clock_timestamp() - interval '${KEPT_SECONDS} seconds'
      ORDER BY used_at LIMIT 2 FOR UPDATE SKIP LOCKED))
  INSERT INTO ${TABLE} (id, used_at) VALUES ($1, clock_timestamp())
  ON CONFLICT (id) DO NOTHING`;

/**
 * The proofs that any replica has accepted (decision 0128). While the store cannot be used, or without
 * one, the proofs that this process has accepted.
 */
export class SharedProofs {
  constructor(
    private readonly own: UsedProofs,
    private readonly store: SharedStore | undefined,
  ) {}

  /** Records the use. @throws Refusal `proof_replayed`, RATE_LIMIT_EXCEEDED beyond a bound */
  async use(proof: Proof): Promise<void> {
    const id = this.own.use(proof);
    const isFirst = await this.store?.ask((pool) => isFirstUse(pool, id));
    if (isFirst === false) throw new Refusal('proof_replayed');
  }
}

async function isFirstUse(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({ name: 'use proof', text: USE, values: [id] });
  return rowCount === 1;
}
