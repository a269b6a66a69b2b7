import type { Registry } from 'prom-client';

/** The declaration of a metric for documentation, dashboards and alerts. */
export interface DeclaredMetric {
  readonly name: string;
  readonly type: string;
  /** Its own labels, without `service`. */
  readonly labels: readonly string[];
  readonly description: string;
}

/** Every metric on a registry, by name. */
export function declaredMetrics(registry: Registry): DeclaredMetric[] {
  return registry
    .getMetricsAsArray()
    .map((metric) => ({
      name: metric.name,
      // Their type is a string at run time, unlike their declaration.
      type: String(metric.type),
      labels: labelsOf(metric),
      description: metric.help,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The output of the `metrics` command of a process: JSON, for documents and checks. */
export function printMetrics(process: string, registry: Registry): string {
  return `${JSON.stringify({ process, metrics: declaredMetrics(registry) }, null, 2)}\n`;
}

function labelsOf(metric: object): string[] {
  const names: unknown = Reflect.get(metric, 'labelNames');
  return Array.isArray(names) ? names.map(String) : [];
}
