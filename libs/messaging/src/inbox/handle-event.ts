import { InvalidEventError } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { EventEnvelope } from '../bus/port.js';
import { handleInSpan } from '../telemetry/event-spans.js';
import type { EventHandlers } from './event-handler.js';

/**
 * Checks the payload and calls the one handler of its type.
 * @throws InvalidEventError when the payload is not what the event declares
 */
export async function handleEvent(
  handlers: EventHandlers,
  manager: EntityManager,
  envelope: EventEnvelope,
  consumer: string,
): Promise<void> {
  const handler = handlers.get(envelope.type);
  if (!handler) throw new Error(`there is no handler for ${envelope.type}`);
  const { declaration } = handler;
  await handleInSpan(envelope, { consumer, topic: declaration.topic }, async () =>
    handler.handle(declaration.parse(parseJson(envelope)), { envelope, manager }),
  );
}

function parseJson({ type, data }: EventEnvelope): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new InvalidEventError(type, `its data is not JSON: ${String(error)}`);
  }
}
