import type { TraceSpan } from '@ndx/client';

/** What a span does. */
export type Work = 'request' | 'call' | 'statement' | 'event' | 'work';

export const WORK_WORDS: Readonly<Record<Work, string>> = {
  request: 'Request served',
  call: 'Call of a service',
  statement: 'Statement in Postgres',
  event: 'Event sent or processed',
  work: 'Other work',
};

export interface Step {
  readonly span: TraceSpan;
  readonly work: Work;
  /** The number of spans above it. */
  readonly depth: number;
}

const BY_KIND: Readonly<Record<TraceSpan['kind'], Work>> = {
  server: 'request',
  client: 'call',
  producer: 'event',
  consumer: 'event',
  internal: 'work',
};

/** The spans of a trace in their order, each with its depth: a parent is before its children. */
export function pathOf(spans: readonly TraceSpan[]): readonly Step[] {
  const depths = new Map<string, number>();
  return spans.map((span) => {
    const depth = span.parent_span_id === null ? 0 : (depths.get(span.parent_span_id) ?? -1) + 1;
    depths.set(span.span_id, depth);
    return { span, depth, work: span.peer === 'postgresql' ? 'statement' : BY_KIND[span.kind] };
  });
}

/** Where a span ran, or what it called. */
export function placeOf({ span: { process, peer }, work }: Step): string {
  if (work === 'statement') return `${process} → Postgres`;
  return peer === null ? process : `${process} → ${peer}`;
}

const MILLISECONDS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export function inMilliseconds(value: number): string {
  return `${MILLISECONDS.format(value)} ms`;
}

/** The outcome of a span in words. */
export function outcomeOf({ status, error_type: type, http_status: http }: TraceSpan): string {
  if (status === 'error') return type === null ? 'Failed' : `Failed: ${type}`;
  return http === null ? 'No error' : String(http);
}
