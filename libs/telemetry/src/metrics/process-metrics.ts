import type { ServiceName } from '@ndx/contracts';
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The registry of a process. What is on it is labelled with the service, as log lines are, and with
 * the environment: one Prometheus may read several.
 */
export function createRegistry(service: ServiceName, environment: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ environment, service });
  return registry;
}

/** Processor time, memory, event loop, garbage collection: what every process of Node has. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}
