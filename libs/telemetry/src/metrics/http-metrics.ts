import { Counter, Histogram, type Registry } from 'prom-client';

/** The route of all unknown paths: one value for any number of addresses. */
export const UNKNOWN_ROUTE = 'unknown';

/** Buckets from one millisecond to the ten seconds of the upstream timeout. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The framework's route object, the same for all its requests. */
export interface KnownRoute {
  /** Its pattern; undefined for an unknown path. */
  readonly url?: string | undefined;
}

/** Requests by route and status, and their durations until the response is sent. */
export class HttpMetrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;
  private readonly unread: Counter;

  constructor(registry: Registry) {
    this.duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.unread = new Counter({
      name: 'http_unread_responses_total',
      help: 'Connections closed because the client took no byte of a response in time',
      registers: [registry],
    });
  }

  cutUnread(): void {
    this.unread.inc();
  }

  observe(route: KnownRoute, method: string, status: number, seconds: number): void {
    this.duration.labels(method, patternOf(route), String(status)).observe(seconds);
  }
}

const patterns = new WeakMap<KnownRoute, string>();

/** A route's pattern in the contract's notation: `/v1/consent/consumer/{consent_id}`. */
export function patternOf(route: KnownRoute): string {
  if (route.url === undefined) return UNKNOWN_ROUTE;
  const known = patterns.get(route);
  if (known !== undefined) return known;
  const pattern = route.url.replaceAll(/:(\w+)/g, '{$1}');
  patterns.set(route, pattern);
  return pattern;
}
