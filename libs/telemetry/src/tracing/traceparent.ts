import {
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** Length in version 00: two hexadecimal digits, 32, 16 and two, with a hyphen between them. */
const LENGTH = 55;

/** Whether a text is a `traceparent` of W3C Trace Context. */
export function isTraceparent(text: string): boolean {
  return parse(text) !== null;
}

/** The span of a `traceparent`; undefined for an absent or invalid one. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const parsed = traceparent === undefined ? null : parse(traceparent);
  return parsed === null
    ? undefined
    : { ...parsed, traceFlags: parsed.traceFlags & TraceFlags.SAMPLED, isRemote: true };
}

/**
 * The parser accepts surrounding white space and further parts of later versions; both are longer.
 */
function parse(text: string): SpanContext | null {
  return text.length === LENGTH ? parseTraceParent(text) : null;
}

/** The parent context of a `traceparent`; undefined for an absent or invalid one. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const remote = spanContextOf(traceparent);
  return remote && trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** The header value that continues a span. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
