import { newId, type EventDeclaration } from '@ndx/contracts';
import { toEnvelope, type EnvelopeRow } from '../bus/envelope-row.js';
import type { EventEnvelope, OutgoingEvent } from '../bus/port.js';

/** The request in whose course an event is published. */
export interface PublishContext {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** The columns that a publisher writes, in the order of `outboxValues`. */
export const OUTBOX_COLUMNS = 'id, topic, key, type, source, time, request_id, traceparent, data';

/** The types of those columns, for an insert of many rows as arrays. */
export const OUTBOX_TYPES = [
  'uuid',
  'text',
  'text',
  'text',
  'text',
  'timestamptz',
  'text',
  'text',
  'text',
] as const;

/**
 * Returns the values of an outbox row, for a use case that writes it within a statement of its own.
 * Only for a key that no other event has: the order of a key's events needs the lock that
 * `Transactions` takes.
 * @throws InvalidEventError when the payload is not what the event declares
 */
export function outboxValues<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  context: PublishContext,
): unknown[] {
  return valuesOf(outgoingEvent(declaration, payload, context));
}

/** The event as it will be published, its id minted. */
export function outgoingEvent<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  { requestId, traceparent }: PublishContext,
): OutgoingEvent {
  const parsed = declaration.parse(payload);
  const key = declaration.key(parsed);
  const envelope: EventEnvelope = {
    id: newId(),
    type: declaration.type,
    source: declaration.source,
    subject: key,
    time: new Date().toISOString(),
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
    data: JSON.stringify(parsed),
  };
  return { topic: declaration.topic, key, envelope };
}

export function valuesOf({ topic, key, envelope }: OutgoingEvent): unknown[] {
  return [
    envelope.id,
    topic,
    key,
    envelope.type,
    envelope.source,
    envelope.time,
    envelope.requestId ?? null,
    envelope.traceparent ?? null,
    envelope.data,
  ];
}

export interface OutboxRow extends EnvelopeRow {
  readonly seq: string;
  readonly topic: string;
}

export function fromRow(row: OutboxRow): OutgoingEvent {
  return { topic: row.topic, key: row.key, envelope: toEnvelope(row) };
}
