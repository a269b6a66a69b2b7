import { InvalidEventError } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { handleInSpans } from '../telemetry/event-spans.js';
import type { EventHandler, EventHandlers } from './event-handler.js';

/**
 * Checks the payloads of events that follow each other and calls the handler of each type, once
 * for all that stand together where it takes several.
 * @param progressed called with each event that was dealt with
 * @throws InvalidEventError when a payload is not what its event declares
 */
export async function handleEvents(
  handlers: EventHandlers,
  manager: EntityManager,
  {
    envelopes,
    consumer,
  }: { readonly envelopes: readonly EventEnvelope[]; readonly consumer: string },
  progressed: () => void,
): Promise<void> {
  for (const { type, envelopes: ofType } of runsOfOneType(envelopes)) {
    const handler = handlers.get(type);
    if (!handler) throw new Error(`there is no handler for ${type}`);
    const consumption = { consumer, topic: handler.declaration.topic };
    for (const part of handler.handleAll ? [ofType] : ofType.map((envelope) => [envelope])) {
      await handleInSpans(part, consumption, () => handle(handler, part, manager));
      for (let dealtWith = 0; dealtWith < part.length; dealtWith += 1) progressed();
    }
  }
}

async function handle(
  handler: EventHandler,
  envelopes: readonly EventEnvelope[],
  manager: EntityManager,
): Promise<void> {
  const events = envelopes.map((envelope) => ({
    payload: handler.declaration.parse(parseJson(envelope)),
    envelope,
  }));
  if (handler.handleAll) {
    const payloads = events.map(({ payload }) => payload);
    await handler.handleAll(payloads, { manager });
  } else {
    for (const { payload, envelope } of events) {
      await handler.handle(payload, { envelope, manager });
    }
  }
}

interface Run {
  readonly type: string;
  readonly envelopes: EventEnvelope[];
}

/** Events of one type that stand together, so that all stay in their order. */
function runsOfOneType(envelopes: readonly EventEnvelope[]): readonly Run[] {
  const runs: Run[] = [];
  for (const envelope of envelopes) {
    const last = runs.at(-1);
    if (last?.type === envelope.type) last.envelopes.push(envelope);
    else runs.push({ type: envelope.type, envelopes: [envelope] });
  }
  return runs;
}

function parseJson({ type, data }: EventEnvelope): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new InvalidEventError(type, `its data is not JSON: ${String(error)}`);
  }
}
