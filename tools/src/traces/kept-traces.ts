import type { AnswerOf, readRequestTrace } from '@ndx/api';
import type { KeptSpan } from './read-export.js';
import { spansOfRequest } from './spans-of-request.js';

type RequestTrace = AnswerOf<typeof readRequestTrace>;

export interface TraceBounds {
  readonly traces: number;
  readonly spansOfTrace: number;
  /** Traces in one answer. */
  readonly tracesOfRequest: number;
  /** All kept spans, as JSON. */
  readonly bytes: number;
}

interface Trace {
  readonly spans: Map<string, KeptSpan>;
  bytes: number;
  discarded: number;
}

/** The last traces, in memory. Beyond its bounds, the trace that began to arrive first is dropped. */
export class KeptTraces {
  /** The oldest first. */
  private readonly traces = new Map<string, Trace>();
  private readonly byRequest = new Map<string, Set<string>>();
  private bytes = 0;

  constructor(private readonly bounds: TraceBounds) {}

  /** Adds spans; one that was received before has no effect. */
  add(spans: readonly KeptSpan[]): void {
    for (const span of spans) this.addSpan(span);
    while (this.traces.size > this.bounds.traces || this.bytes > this.bounds.bytes) {
      this.dropOldest();
    }
  }

  /**
   * The spans of a request and of what it caused; of several requests with one id, those in the
   * traces that began last. Undefined without any.
   */
  ofRequest(requestId: string): RequestTrace | undefined {
    const traceIds = [...(this.byRequest.get(requestId) ?? [])].slice(-this.bounds.tracesOfRequest);
    const traces = traceIds.flatMap((traceId) => this.traces.get(traceId) ?? []);
    const spans = traces.flatMap((trace) => spansOfRequest(requestId, trace.spans.values()));
    if (spans.length === 0) return undefined;
    const start = spans.reduce((first, span) => Math.min(first, span.start), Infinity);
    const end = spans.reduce((last, span) => Math.max(last, span.end), start);
    const known = new Set(spans.map(({ spanId }) => spanId));
    return {
      request_id: requestId,
      started_at: new Date(start / 1_000).toISOString(),
      duration_ms: (end - start) / 1_000,
      spans: spans.map((span) => toTraceSpan(span, start, known)),
      discarded_spans: traces.reduce((sum, { discarded }) => sum + discarded, 0),
    };
  }

  private addSpan(span: KeptSpan): void {
    const { traceId, spanId, requestId } = span;
    const trace = this.traces.get(traceId) ?? { spans: new Map(), bytes: 0, discarded: 0 };
    this.traces.set(traceId, trace);
    if (trace.spans.has(spanId)) return;
    if (trace.spans.size >= this.bounds.spansOfTrace) {
      trace.discarded += 1;
      return;
    }
    const size = JSON.stringify(span).length;
    trace.spans.set(spanId, span);
    trace.bytes += size;
    this.bytes += size;
    if (requestId === undefined) return;
    this.byRequest.set(requestId, (this.byRequest.get(requestId) ?? new Set()).add(traceId));
  }

  private dropOldest(): void {
    const [oldest] = this.traces;
    if (oldest === undefined) return;
    const [traceId, { spans, bytes }] = oldest;
    this.traces.delete(traceId);
    this.bytes -= bytes;
    for (const { requestId } of spans.values()) this.forget(requestId, traceId);
  }

  private forget(requestId: string | undefined, traceId: string): void {
    if (requestId === undefined) return;
    const traces = this.byRequest.get(requestId);
    traces?.delete(traceId);
    if (traces?.size === 0) this.byRequest.delete(requestId);
  }
}

function toTraceSpan(
  span: KeptSpan,
  start: number,
  known: ReadonlySet<string>,
): RequestTrace['spans'][number] {
  const { parentSpanId } = span;
  return {
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : null,
    process: span.process,
    name: span.name,
    kind: span.kind,
    peer: span.peer ?? null,
    start_ms: (span.start - start) / 1_000,
    duration_ms: Math.max(0, span.end - span.start) / 1_000,
    status: span.status,
    error_type: span.errorType ?? null,
    http_status: span.httpStatus ?? null,
  };
}
