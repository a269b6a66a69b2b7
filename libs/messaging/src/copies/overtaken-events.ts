import type { EntityManager } from 'typeorm';
import type { StandingCopy } from './standing-copy.js';

const RECORD = `
insert into overtaken_event (aggregate, key, copy) values ($1, $2, $3)
on conflict (aggregate, key) do update set copy = excluded.copy, recorded_at = now()`;

/**
 * In the transaction that skips the event, schedules the copy's owner to decide which of the two is
 * valid.
 */
export async function recordOvertaken(manager: EntityManager, copy: StandingCopy): Promise<void> {
  await manager.query(RECORD, [copy.aggregate, copy.key, JSON.stringify(copy)]);
}

/** For direct delivery: only reports the copies to the writer. */
export class CopiesAheadError extends Error {
  constructor(readonly copies: readonly StandingCopy[]) {
    super(`${copies.length} copies stand at or past the delivered revision`);
  }
}
