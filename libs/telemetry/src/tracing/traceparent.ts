import {
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** Of version 00: two hexadecimal digits, 32, 16 and two, with a hyphen between them. */
const LENGTH = 55;

/** Whether a text is a `traceparent` as W3C Trace Context has it. */
export function isTraceparent(text: string): boolean {
  return parse(text) !== null;
}

/** The span that a `traceparent` names; undefined where there is none, or no valid one. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const parsed = traceparent === undefined ? null : parse(traceparent);
  return parsed === null
    ? undefined
    : { ...parsed, traceFlags: parsed.traceFlags & TraceFlags.SAMPLED, isRemote: true };
}

/** The parser takes white space around it and further parts of later versions; both are longer. */
function parse(text: string): SpanContext | null {
  return text.length === LENGTH ? parseTraceParent(text) : null;
}

/** What goes on from the span that a `traceparent` names; undefined where there is none. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const remote = spanContextOf(traceparent);
  return remote && trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** The header value that continues a span. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
