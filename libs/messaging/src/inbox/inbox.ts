import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';

const CLAIM = `
insert into inbox (consumer, event_id) select $1, unnest($2::uuid[])
on conflict do nothing returning event_id`;

/**
 * Marks events as processed by the consumer, in the transaction that processes them. Returns the
 * ids that were not marked before; waits for a concurrent transaction with the same event.
 */
export async function claim(
  manager: EntityManager,
  consumer: string,
  envelopes: readonly EventEnvelope[],
): Promise<Set<string>> {
  // In one order everywhere, so that two deliveries of the same events do not deadlock.
  const ids = [...new Set(envelopes.map(({ id }) => id))].sort();
  const rows = await manager.query<{ event_id: string }[]>(CLAIM, [consumer, ids]);
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Removes the mark within the same transaction, because the event is parked instead. */
export async function unclaim(
  manager: EntityManager,
  consumer: string,
  ids: readonly string[],
): Promise<void> {
  await manager.query('delete from inbox where consumer = $1 and event_id = any($2::uuid[])', [
    consumer,
    ids,
  ]);
}
