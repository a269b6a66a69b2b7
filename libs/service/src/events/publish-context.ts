import { currentTracer, traceparentOf, currentContext } from '@ndx/telemetry';
import { type PublishContext } from '@ndx/messaging';
import { trace } from '@opentelemetry/api';

/** What an event is written in: the request, and the span that does it where that is traced. */
export function publishContext(): PublishContext {
  const context = currentContext();
  const span = currentTracer() && trace.getActiveSpan();
  return span ? { ...context, traceparent: traceparentOf(span.spanContext()) } : context;
}
