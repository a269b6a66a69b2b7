import { conflict, newId, type EventDeclaration, quoted } from '@ndx/contracts';
import { ENVELOPE_ROW, envelopeValues, toEnvelope, type EnvelopeRow } from '../bus/envelope-row.js';
import type { EventEnvelope, OutgoingEvent } from '../bus/port.js';
import { namesOf } from '@ndx/postgres';

/** The request that causes the event. */
export interface PublishContext {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
  /** The account on whose behalf the request runs. */
  readonly accountId?: string | undefined;
}

/** An event in the outbox, with members for the audit log that are not published. */
export interface OutboxEvent extends OutgoingEvent {
  readonly accountId: string | null;
  /** The audit logs of the event; empty when it is not audited. */
  readonly auditLogs: readonly string[];
}

/** The columns of an outbox row, in the order of `outboxValues`, with their types. */
export const OUTBOX_ROW = {
  topic: 'text',
  ...ENVELOPE_ROW,
  account_id: 'uuid',
  audit_logs: 'text',
} as const;

export const OUTBOX_COLUMNS = namesOf(OUTBOX_ROW);

/**
 * Returns the values of an outbox row, for a use case that writes it within its own statement. Only
 * for a new key: the order of a key's events needs the lock that `Transactions` takes.
 * @throws as `outgoingEvent`
 */
export function outboxValues<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  context: PublishContext,
): (string | null)[] {
  return valuesOf(outgoingEvent(declaration, payload, context));
}

/**
 * The event as it will be published, with a new id.
 * @throws InvalidEventError; RESOURCE_CONFLICT when it is larger than its declaration allows
 */
export function outgoingEvent<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  { requestId, traceparent, accountId }: PublishContext,
): OutboxEvent {
  const parsed = declaration.parse(payload);
  const key = declaration.key(parsed);
  const data = JSON.stringify(parsed);
  const bytes = Buffer.byteLength(data);
  if (bytes > declaration.maxBytes) throw tooLarge(declaration, bytes);
  const envelope: EventEnvelope = {
    id: newId(),
    type: declaration.type,
    source: declaration.source,
    subject: key,
    time: new Date().toISOString(),
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
    data,
  };
  return {
    topic: declaration.topic,
    key,
    envelope,
    accountId: accountId ?? null,
    auditLogs: declaration.auditLogs(parsed),
  };
}

/** Last check after the bounds of the aggregates (replication 3); an end is never too large. */
function tooLarge({ type, maxBytes }: Pick<EventDeclaration, 'type' | 'maxBytes'>, bytes: number) {
  return conflict(
    'limit_reached',
    `the change would make a ${quoted(type)} event of ${bytes} bytes, and the most is ${maxBytes}: it can be made smaller or ended, not grow`,
  );
}

export function valuesOf(event: OutboxEvent): (string | null)[] {
  const { topic, envelope, accountId, auditLogs } = event;
  return [topic, ...envelopeValues(envelope), accountId, auditLogs.join(' ')];
}

export interface OutboxRow extends EnvelopeRow {
  readonly seq: string;
  readonly topic: string;
  readonly account_id: string | null;
  /** Separated by spaces. */
  readonly audit_logs: string;
}

export function fromRow(row: OutboxRow): OutboxEvent {
  return {
    topic: row.topic,
    key: row.key,
    envelope: toEnvelope(row),
    accountId: row.account_id,
    auditLogs: row.audit_logs.split(' ').filter((log) => log !== ''),
  };
}
