import type { Type } from '@nestjs/common';
import { Registry } from 'prom-client';
import {
  createLogger,
  declaredMetrics,
  printMetrics,
  type DeclaredMetric,
  ReportingExporter,
} from '@ndx/telemetry';
import { definitionOf } from './service-definition.js';
import { serviceMetrics } from './service-metrics.js';

/** `metrics`: prints every metric that a service may show, as JSON; it needs no variable for it. */
export async function metricsCommand(service: Type): Promise<void> {
  process.stdout.write(printMetrics(definitionOf(service).name, declarationsOf(service)));
}

/** What `GET /metrics` of the running service shows, but for that which only tracing brings. */
export function metricsOf(service: Type): DeclaredMetric[] {
  return declaredMetrics(declarationsOf(service));
}

function declarationsOf(service: Type): Registry {
  const { name, metrics = [] } = definitionOf(service);
  const registry = new Registry();
  serviceMetrics(registry, name);
  for (const Own of metrics) new Own(registry);
  addTraceMetrics(registry);
  return registry;
}

/** Those of a process that is traced; there are none before it is. */
export function addTraceMetrics(registry: Registry): void {
  const nowhere = { export: () => undefined, shutdown: () => Promise.resolve() };
  new ReportingExporter(nowhere, createLogger('metrics', 'silent'), { registry });
}
