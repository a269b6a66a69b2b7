import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { unclaim } from '../inbox/inbox.js';

/** An event to park, and its position on the bus. */
export interface ParkedEvent {
  readonly topic: string;
  readonly partition: number;
  readonly envelope: EventEnvelope;
}

const LOCK = `
select key from parked_key where consumer = $1 and key = any($2::text[]) order by key for update`;

const PARK_KEY = `insert into parked_key (consumer, key) values ($1, $2) on conflict do nothing`;

const ADD_LETTERS = `
insert into dead_letter
  (consumer, topic, partition, key, event_id, type, envelope, status, error, attempts)
select $1, topic, partition, key, event_id, type, envelope, $2, $3, $4
from unnest($5::text[], $6::int[], $7::text[], $8::uuid[], $9::text[], $10::text[])
  as letter(topic, partition, key, event_id, type, envelope)
on conflict (consumer, event_id) do nothing`;

/**
 * Returns the parked keys among the given, and locks them until the end of the transaction: a
 * redrive that is about to unpark a key either sees the new letters, or has ended before.
 */
export async function lockParkedKeys(
  manager: EntityManager,
  consumer: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await manager.query<{ key: string }[]>(LOCK, [consumer, [...new Set(keys)].sort()]);
  return new Set(rows.map(({ key }) => key));
}

/** Events of a parked key wait behind the events parked earlier. */
export async function addWaiting(
  manager: EntityManager,
  consumer: string,
  events: readonly ParkedEvent[],
): Promise<void> {
  await addLetters(manager, consumer, events, { status: 'waiting', error: null, attempts: 0 });
}

/** Parks the key of an event that failed, with the event as its first letter. */
export async function park(
  manager: EntityManager,
  consumer: string,
  event: ParkedEvent,
  failure: { readonly error: string; readonly attempts: number },
): Promise<void> {
  await manager.query(PARK_KEY, [consumer, event.envelope.subject]);
  await addLetters(manager, consumer, [event], { status: 'failed', ...failure });
}

async function addLetters(
  manager: EntityManager,
  consumer: string,
  events: readonly ParkedEvent[],
  state: { status: 'failed' | 'waiting'; error: string | null; attempts: number },
): Promise<void> {
  await unclaim(
    manager,
    consumer,
    events.map(({ envelope }) => envelope.id),
  );
  await manager.query(ADD_LETTERS, [
    consumer,
    state.status,
    state.error,
    state.attempts,
    events.map(({ topic }) => topic),
    events.map(({ partition }) => partition),
    events.map(({ envelope }) => envelope.subject),
    events.map(({ envelope }) => envelope.id),
    events.map(({ envelope }) => envelope.type),
    events.map(({ envelope }) => JSON.stringify(envelope)),
  ]);
}
