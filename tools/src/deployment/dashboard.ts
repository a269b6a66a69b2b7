import { patternOf } from './alert-rules.js';
import type { DescribedProcess } from './described-process.js';

/** A pattern of several services in the dashboard. */
const SEVERAL_SERVICES = /(?<=^|service=~")[a-z-]+(\|[a-z-]+)+(?=$|")/;

/**
 * The dashboard with the current services: it is edited in Grafana and exported, so only the
 * patterns that list services are generated.
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
