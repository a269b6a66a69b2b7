import { InvalidEventError } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { handleInSpans } from '../telemetry/event-spans.js';
import type { EventContext, EventHandler, EventHandlers } from './event-handler.js';

/** Maximum number of events of one handler call. */
const MOST = 100;

export interface EventsToHandle extends Pick<EventContext, 'overtaken'> {
  readonly envelopes: readonly EventEnvelope[];
  readonly consumer: string;
}

/**
 * Validates the payloads of consecutive events and calls the handler of each type, once for
 * adjacent events if it accepts several.
 * @param progressed called after each call of a handler
 * @throws InvalidEventError when a payload does not match its declaration
 */
export async function handleEvents(
  handlers: EventHandlers,
  manager: EntityManager,
  { envelopes, consumer, overtaken }: EventsToHandle,
  progressed: () => void,
): Promise<void> {
  for (const { handler, run } of callsFor(handlers, envelopes)) {
    const { topic } = handler.declaration;
    await handleInSpans(run, { consumer, topic }, () => call(handler, run, { manager, overtaken }));
    progressed();
  }
}

async function call(
  handler: EventHandler,
  run: readonly EventEnvelope[],
  context: Pick<EventContext, 'manager' | 'overtaken'>,
): Promise<void> {
  const payloads = run.map((envelope) => handler.declaration.parse(parseJson(envelope)));
  if ('handleAll' in handler) return handler.handleAll(payloads, { ...context, envelopes: run });
  for (const [place, envelope] of run.entries()) {
    await handler.handle(payloads[place], { ...context, envelope });
  }
}

interface Call {
  readonly handler: EventHandler;
  readonly run: EventEnvelope[];
}

/** Keeps the order: only adjacent events of one type are in one call. */
function callsFor(handlers: EventHandlers, envelopes: readonly EventEnvelope[]): readonly Call[] {
  const calls: Call[] = [];
  for (const envelope of envelopes) {
    const handler = handlers.get(envelope.type);
    if (!handler) throw new Error(`there is no handler for ${envelope.type}`);
    const last = calls.at(-1);
    if (last && last.handler === handler && 'handleAll' in handler && last.run.length < MOST) {
      last.run.push(envelope);
    } else {
      calls.push({ handler, run: [envelope] });
    }
  }
  return calls;
}

function parseJson({ type, data }: EventEnvelope): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new InvalidEventError(type, `its data is not JSON: ${String(error)}`);
  }
}
