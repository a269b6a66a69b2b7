import {
  context,
  SpanKind,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { EventEnvelope, OutgoingEvent } from '../bus/port.js';
import { fail, currentTracer, contextOf, spanContextOf, traceparentOf } from '@ndx/telemetry';

/**
 * Publishes events. Each event of a sampled trace gets a span in that trace, which its consumers
 * continue: a batch contains many traces, and each stays complete.
 */
export async function publishInSpans(
  events: readonly OutgoingEvent[],
  publish: (events: readonly OutgoingEvent[]) => Promise<void>,
): Promise<void> {
  const tracer = currentTracer();
  if (!tracer) return publish(events);
  const spans: Span[] = [];
  const traced = events.map((event) => {
    const span = startSend(tracer, event);
    if (!span) return event;
    spans.push(span);
    const traceparent = traceparentOf(span.spanContext());
    return { ...event, envelope: { ...event.envelope, traceparent } };
  });
  try {
    await publish(traced);
  } catch (error) {
    for (const span of spans) fail(span, error);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}

/** The consumer of an event, and the source of its delivery. */
export interface Consumption {
  readonly consumer: string;
  readonly topic: string;
}

/**
 * Handles events, each within a span of the trace in which it was written; for a direct delivery,
 * below the span of the writer's request. Spans of shared work are below the first event's.
 */
export async function handleInSpans(
  envelopes: readonly EventEnvelope[],
  consumption: Consumption,
  handle: () => Promise<void>,
): Promise<void> {
  const tracer = currentTracer();
  if (!tracer) return handle();
  const started = envelopes.flatMap(
    (envelope) => startProcess(tracer, envelope, consumption) ?? [],
  );
  const [first] = started;
  try {
    await (first ? context.with(first.within, handle) : handle());
  } catch (error) {
    for (const { span } of started) fail(span, error);
    throw error;
  } finally {
    for (const { span } of started) span.end();
  }
}

/** Undefined for an event without a trace. */
function startProcess(
  tracer: Tracer,
  envelope: EventEnvelope,
  { consumer, topic }: Consumption,
): { readonly span: Span; readonly within: Context } | undefined {
  const from = originOf(envelope);
  if (!from) return undefined;
  const span = tracer.startSpan(
    `process ${topic}`,
    {
      kind: SpanKind.CONSUMER,
      links: from.links,
      attributes: {
        ...attributesOf('process', topic, envelope),
        'messaging.consumer.group.name': consumer,
      },
    },
    from.context,
  );
  return { span, within: trace.setSpan(from.context, span) };
}

function startSend(tracer: Tracer, { topic, envelope }: OutgoingEvent): Span | undefined {
  const writer = spanContextOf(envelope.traceparent);
  if (!writer || (writer.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return tracer.startSpan(
    `send ${topic}`,
    { kind: SpanKind.PRODUCER, attributes: attributesOf('send', topic, envelope) },
    contextOf(envelope.traceparent),
  );
}

interface Origin {
  readonly context: Context;
  readonly links: Link[];
}

/** The parent of a handling; undefined for an event without a trace. */
function originOf({ traceparent }: EventEnvelope): Origin | undefined {
  const written = spanContextOf(traceparent);
  const active = trace.getActiveSpan()?.spanContext();
  if (!active) {
    const origin = contextOf(traceparent);
    return origin && { context: origin, links: [] };
  }
  // A later request delivers the same event again.
  const isOfAnother = written !== undefined && written.traceId !== active.traceId;
  return { context: context.active(), links: isOfAnother ? [{ context: written }] : [] };
}

function attributesOf(operation: string, topic: string, { id, type }: EventEnvelope): Attributes {
  return {
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
    'messaging.destination.name': topic,
    'messaging.message.id': id,
    'cloudevents.event_type': type,
  };
}
