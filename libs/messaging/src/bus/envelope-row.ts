import type { EventEnvelope } from './port.js';

/** An event as it is kept in a table. */
export interface EnvelopeRow {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly source: string;
  readonly time: Date;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly data: string;
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
    data: row.data,
  };
}
