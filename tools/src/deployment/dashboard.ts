import { patternOf } from './alert-rules.js';
import type { DescribedProcess } from './described-process.js';

/** A pattern of several services, wherever the dashboard holds one. */
const SEVERAL_SERVICES = /(?<=^|service=~")[a-z-]+(\|[a-z-]+)+(?=$|")/;

/**
 * The dashboard with the services of today: it is edited in Grafana and exported, so only the
 * patterns that list services are written.
 */
export function dashboard(exported: string, processes: readonly DescribedProcess[]): string {
  const pattern = patternOf(processes);
  return JSON.stringify(
    JSON.parse(exported, (_key, value: unknown) =>
      typeof value === 'string' ? value.replace(SEVERAL_SERVICES, pattern) : value,
    ),
    null,
    2,
  );
}
