import {
  EVENTS,
  STATEFUL_SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';

/** The work of one process since its start, from its metrics. */
export interface Figures {
  /** Answered requests, without probes and scrapes. */
  readonly requests: number;
  /** Events that it took from the bus. */
  readonly consumed: number;
  /** Applied events, by type: from the bus, or delivered directly. */
  readonly handled: ReadonlyMap<string, number>;
}

const SAMPLE = /^(?<name>\w+)\{(?<labels>[^}]*)\} (?<value>\d+)$/gm;
const LABEL = /\b(\w+)="([^"]*)"/g;
const NO_WORK = new Set(['/health/live', '/health/ready', '/health', '/metrics']);

/** Reads the work of a process of the service from its `/metrics`. */
export function figuresIn(text: string, service: ServiceName): Figures {
  let requests = 0;
  let consumed = 0;
  const handled = new Map<string, number>();
  for (const { groups } of text.matchAll(SAMPLE)) {
    const labels = new Map([...(groups?.['labels'] ?? '').matchAll(LABEL)].map(pair));
    const value = Number(groups?.['value']);
    if (groups?.['name'] === 'http_request_duration_seconds_count') {
      if (!NO_WORK.has(labels.get('route') ?? '')) requests += value;
    }
    if (groups?.['name'] !== 'messaging_events_total') continue;
    const type = labels.get('type') ?? '';
    const isHandled = labels.get('outcome') === 'handled';
    // A directly delivered event is applied then, and is a duplicate when it comes by the bus.
    if (!isHandled || comesByBusAlone(type, service)) consumed += value;
    if (isHandled) handled.set(type, (handled.get(type) ?? 0) + value);
  }
  return { requests, consumed, handled };
}

/** The services whose replicas share partitions. */
export const CONSUMERS: readonly StatefulServiceName[] = STATEFUL_SERVICE_NAMES.filter((service) =>
  EVENTS.some(({ type }) => comesByBusAlone(type, service)),
);

/** Whether an event reaches the service only by the bus. */
export function comesByBusAlone(type: string, service: ServiceName): boolean {
  const to = (services: readonly ServiceName[]) => services.includes(service);
  return EVENTS.some(
    (event) => event.type === type && to(event.subscribers) && !to(event.deliveredDirectlyTo),
  );
}

function pair([, name = '', value = '']: RegExpExecArray): [string, string] {
  return [name, value];
}
