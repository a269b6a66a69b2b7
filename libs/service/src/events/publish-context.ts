import { currentTracer, traceparentOf, currentContext } from '@ndx/telemetry';
import { type PublishContext } from '@ndx/messaging';
import { trace } from '@opentelemetry/api';

/** The context of a written event: the request and, if traced, the span. */
export function publishContext(): PublishContext {
  const context = currentContext();
  const span = currentTracer() && trace.getActiveSpan();
  return span ? { ...context, traceparent: traceparentOf(span.spanContext()) } : context;
}
