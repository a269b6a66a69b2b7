import type { ServiceName } from '@ndx/contracts';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { droppedLogLines } from '../logging/standard-output.js';

/** Interval between samples of the event loop's delay, which each sample includes. */
const LOOP_SAMPLE_MS = 100;

/**
 * The registry of a process. Its metrics have the labels of the service, like log lines, and of the
 * environment, because one Prometheus may read several.
 */
export function createRegistry(service: ServiceName, environment: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ environment, service });
  return registry;
}

/** CPU time, memory, event loop, garbage collection, and dropped log lines. */
export function addProcessMetrics(registry: Registry): void {
  // Finer sampling costs a process at rest more processor time than everything else.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked or full',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
}
