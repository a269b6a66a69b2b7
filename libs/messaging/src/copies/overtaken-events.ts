import type { EntityManager } from 'typeorm';
import type { StandingCopy } from './standing-copy.js';

const RECORD = `
insert into overtaken_event (aggregate, key, copy) values ($1, $2, $3)
on conflict (aggregate, key) do update set copy = excluded.copy, recorded_at = now()`;

/** Has the copy's owner asked which of the two holds, in the transaction that skips the event. */
export async function recordOvertaken(manager: EntityManager, copy: StandingCopy): Promise<void> {
  await manager.query(RECORD, [copy.aggregate, copy.key, JSON.stringify(copy)]);
}

/** Of a direct delivery: the writer learns how the copies stand, and nothing is applied. */
export class CopiesAheadError extends Error {
  constructor(readonly copies: readonly StandingCopy[]) {
    super(`${copies.length} copies stand at or past the delivered revision`);
  }
}
