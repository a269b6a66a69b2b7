import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../metrics/gateway-metrics.js';
import type { SharedStore } from '../shared-store/shared-store.js';
import { OwnCounts } from './own-counts.js';
import { RateLimits } from './rate-limits.js';
import { SharedCounts } from './shared-counts.js';

/** The configured limits. */
export function createRateLimits(
  config: GatewayConfig,
  metrics: GatewayMetrics,
  store: SharedStore | undefined,
): RateLimits {
  const limits = {
    requests: config.RATE_LIMIT_REQUESTS_PER_MINUTE,
    queries: config.RATE_LIMIT_QUERIES_PER_MINUTE,
  };
  const own = new OwnCounts();
  const counter = store === undefined ? own : new SharedCounts(store, own);
  return new RateLimits(limits, counter, (bucket) => metrics.limitReached(bucket));
}
