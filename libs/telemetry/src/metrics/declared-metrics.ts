import type { Registry } from 'prom-client';

/** A metric as its documentation, a dashboard and an alert see it. */
export interface DeclaredMetric {
  readonly name: string;
  readonly type: string;
  /** Those of its own, beside `service`. */
  readonly labels: readonly string[];
  readonly description: string;
}

/** Every metric on a registry, by name. */
export function declaredMetrics(registry: Registry): DeclaredMetric[] {
  return registry
    .getMetricsAsArray()
    .map((metric) => ({
      name: metric.name,
      // Their type is a word at run time, whatever its declaration says.
      type: String(metric.type),
      labels: labelsOf(metric),
      description: metric.help,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What the `metrics` command of a process prints: JSON, for documents and checks. */
export function printMetrics(process: string, registry: Registry): string {
  return `${JSON.stringify({ process, metrics: declaredMetrics(registry) }, null, 2)}\n`;
}

function labelsOf(metric: object): string[] {
  const names: unknown = Reflect.get(metric, 'labelNames');
  return Array.isArray(names) ? names.map(String) : [];
}
