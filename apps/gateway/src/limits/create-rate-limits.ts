import type { Logger } from '@ndx/telemetry';
import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { CountStore } from './count-store.js';
import type { Counter } from './counter.js';
import { OwnCounts } from './own-counts.js';
import { RateLimits } from './rate-limits.js';
import { SharedCounts } from './shared-counts.js';

/** The configured limits; an unavailable store does not prevent the start. */
export async function createRateLimits(
  config: GatewayConfig,
  logger: Logger,
  metrics: GatewayMetrics,
): Promise<RateLimits> {
  const limits = {
    requests: config.RATE_LIMIT_REQUESTS_PER_MINUTE,
    queries: config.RATE_LIMIT_QUERIES_PER_MINUTE,
  };
  const counter = await counterOf(config, logger, metrics);
  return new RateLimits(limits, counter, (bucket) => metrics.limitReached(bucket));
}

async function counterOf(
  config: GatewayConfig,
  logger: Logger,
  { pools }: GatewayMetrics,
): Promise<Counter> {
  const own = new OwnCounts();
  if (config.RATE_LIMIT_STORE_URL === '') return own;
  const store = new CountStore(config.RATE_LIMIT_STORE_URL, config, (error) =>
    logger.debug({ err: error }, 'idle connection to the rate limit store closed'),
  );
  pools.add('rate-limits', store.pool);
  const shared = new SharedCounts(store, own, config.RATE_LIMIT_STORE_TIMEOUT_MS, logger);
  await shared.open();
  return shared;
}
