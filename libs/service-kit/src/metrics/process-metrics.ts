import type { ServiceName } from '@ndx/contracts';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** The registry of a process: what is on it is labelled with the service, as log lines are. */
export function createRegistry(service: ServiceName): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** Processor time, memory, event loop, garbage collection: what every process of Node has. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}
