import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import type { DeclaredMetric } from '@ndx/telemetry';

/** A metric and the processes that export it. */
export interface KnownMetric extends DeclaredMetric {
  readonly services: readonly ServiceName[];
}

/** Labels of every sample: the common labels of the exchange and the scraper's labels. */
export const COMMON_LABELS: readonly string[] = ['environment', 'service', 'instance', 'job'];

/**
 * Every metric of every process by name, from the output of its `metrics` command.
 * @throws Error when a process is not built, or when two processes define one name differently
 */
export function knownMetrics(): ReadonlyMap<string, KnownMetric> {
  const known = new Map<string, KnownMetric>();
  for (const service of SERVICE_NAMES) {
    for (const metric of metricsOf(service)) {
      const before = known.get(metric.name);
      if (before && signatureOf(before) !== signatureOf(metric)) {
        throw new Error(`${metric.name} is not the same in ${service} as elsewhere`);
      }
      known.set(metric.name, { ...metric, services: [...(before?.services ?? []), service] });
    }
  }
  return known;
}

/** The series of a metric, each with its labels; a histogram has several series. */
export function seriesOf({ name, type, labels }: DeclaredMetric): [string, readonly string[]][] {
  if (type !== 'histogram') return [[name, labels]];
  return [
    [`${name}_bucket`, [...labels, 'le']],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ];
}

function metricsOf(service: ServiceName): readonly DeclaredMetric[] {
  const entry = join(projectRoot(), 'apps', service, 'dist', 'main.js');
  const printed = execFileSync(process.execPath, [entry, 'metrics'], { encoding: 'utf8' });
  return (JSON.parse(printed) as { readonly metrics: readonly DeclaredMetric[] }).metrics;
}

function signatureOf({ type, labels, description }: DeclaredMetric): string {
  return JSON.stringify([type, labels, description]);
}
