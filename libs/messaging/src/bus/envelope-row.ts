import type { EventEnvelope } from './port.js';

/** The columns of an event in every table, with their types, in the order of `envelopeValues`. */
export const ENVELOPE_ROW = {
  id: 'uuid',
  key: 'text',
  type: 'text',
  source: 'text',
  time: 'timestamptz',
  request_id: 'text',
  traceparent: 'text',
  predecessors: 'text',
  data: 'text',
} as const;

/** An event as stored in a table. */
export interface EnvelopeRow {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly source: string;
  readonly time: Date;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  /** Separated by spaces. */
  readonly predecessors: string | null;
  readonly data: string;
}

export function envelopeValues(envelope: EventEnvelope): (string | null)[] {
  return [
    envelope.id,
    envelope.subject,
    envelope.type,
    envelope.source,
    envelope.time,
    envelope.requestId ?? null,
    envelope.traceparent ?? null,
    envelope.predecessors?.join(' ') ?? null,
    envelope.data,
  ];
}

export function toEnvelope(row: EnvelopeRow): EventEnvelope {
  return {
    id: row.id,
    type: row.type,
    source: row.source,
    subject: row.key,
    time: row.time.toISOString(),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
    ...(row.predecessors !== null && { predecessors: predecessorsIn(row.predecessors) }),
    data: row.data,
  };
}

/** The ids in a text that separates them by spaces. */
export function predecessorsIn(text: string): readonly string[] {
  return text.split(' ').filter((id) => id !== '');
}
