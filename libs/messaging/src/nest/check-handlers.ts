import { EVENTS, type EventDeclaration, type StatefulServiceName } from '@ndx/contracts';

/** The handlers of a service do not match the event declarations; the message names each fault. */
export class EventHandlersError extends Error {
  constructor(service: string, faults: readonly string[]) {
    super(`${service} cannot start: ${faults.join('; ')}`);
    this.name = 'EventHandlersError';
  }
}

/**
 * A service must have exactly one handler for each event that lists it as a subscriber.
 * @param handled the event types of its handlers, once for each handler
 * @throws EventHandlersError naming every event with a missing, duplicate or unexpected handler
 */
export function checkHandlers(
  service: StatefulServiceName,
  handled: readonly string[],
  events: readonly EventDeclaration[] = EVENTS,
): void {
  const expected = new Set(
    events.filter(({ subscribers }) => subscribers.includes(service)).map(({ type }) => type),
  );
  const counts = new Map<string, number>();
  for (const type of handled) counts.set(type, (counts.get(type) ?? 0) + 1);
  const faults = [
    ...[...expected].filter((type) => !counts.has(type)).map((type) => `no handler for ${type}`),
    ...[...counts].filter(([, n]) => n > 1).map(([type, n]) => `${n} handlers for ${type}`),
    ...[...counts.keys()]
      .filter((type) => !expected.has(type))
      .map((type) => `a handler for ${type}, which does not name it as a subscriber`),
  ];
  if (faults.length > 0) throw new EventHandlersError(service, faults);
}
