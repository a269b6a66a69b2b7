import { DomainError } from '@ndx/contracts';
import { LRUCache } from 'lru-cache';
import type { GatewayMetrics } from '../metrics/gateway-metrics.js';
import type { Route } from '../routing/route.js';
import type { LimitRefusal } from './limit-refusal.js';

/** Ended processes after which an operation is rejected. */
const MAX_ENDS = 2;
/** How long an end counts; each further one starts it again. */
const COUNTED_MS = 600_000;
const MAX_OPERATIONS = 10_000;

/**
 * Counts, for each account and operation, the processes whose event loop its requests blocked until
 * the watchdog ended them, also those of a service that another one called. After two the operation
 * is rejected for that account: each repetition would end another process.
 */
export class BlockingRequests {
  private readonly ends = new LRUCache<string, number>({ max: MAX_OPERATIONS, ttl: COUNTED_MS });

  constructor(private readonly metrics: GatewayMetrics) {}

  /** Counts an ended process. */
  count(accountId: string, route: Route): void {
    this.metrics.countBlocking(route.service, 'ended');
    const key = keyOf(accountId, route);
    this.ends.set(key, (this.ends.get(key) ?? 0) + 1);
  }

  refusal(accountId: string, route: Route): LimitRefusal | undefined {
    if (this.ends.size === 0) return undefined;
    const key = keyOf(accountId, route);
    if ((this.ends.get(key) ?? 0) < MAX_ENDS) return undefined;
    this.metrics.countBlocking(route.service, 'rejected');
    return {
      error: new DomainError(
        'process_blocked',
        `${MAX_ENDS} requests of the account for this operation blocked a process of the system until it was ended`,
      ),
      retryAfterSeconds: Math.max(1, Math.ceil(this.ends.getRemainingTTL(key) / 1_000)),
    };
  }
}

function keyOf(accountId: string, { method, path }: Route): string {
  return `${accountId} ${method} ${path}`;
}
