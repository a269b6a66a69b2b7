import type { Type } from '@nestjs/common';
import { Registry } from 'prom-client';
import {
  createLogger,
  declaredMetrics,
  printMetrics,
  type DeclaredMetric,
  ReportingExporter,
} from '@ndx/telemetry';
import { definitionOf } from '../definition/service-definition.js';
import { serviceMetrics } from '../modules/service-metrics.js';

/** `metrics`: prints every metric of a service as JSON; needs no variables. */
export async function metricsCommand(service: Type): Promise<void> {
  process.stdout.write(printMetrics(definitionOf(service).name, declarationsOf(service)));
}

/** The metrics of `GET /metrics` of the running service, without tracing. */
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

/** The metrics of tracing, which exist only in a traced process. */
export function addTraceMetrics(registry: Registry): void {
  const nowhere = { export: () => undefined, shutdown: () => Promise.resolve() };
  new ReportingExporter(nowhere, createLogger('metrics', 'silent'), { registry });
}
