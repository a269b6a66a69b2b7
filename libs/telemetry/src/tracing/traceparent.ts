import { ROOT_CONTEXT, trace, type Context, type SpanContext } from '@opentelemetry/api';

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/;

/** Whether a text is a `traceparent` as W3C Trace Context has it. */
export function isTraceparent(text: string): boolean {
  return TRACEPARENT.test(text);
}

/** The span that a `traceparent` names; undefined where there is none, or no valid one. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** What goes on from the span that a `traceparent` names; undefined where there is none. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const remote = spanContextOf(traceparent);
  return remote && trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** How a span is named to those who go on from it. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
