import { CONFIG } from '@ndx/service';
import { Module } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { SharedStore } from '../shared-store/shared-store.js';
import { SharedStoreModule } from '../shared-store/shared-store.module.js';
import { createRateLimits } from './create-rate-limits.js';
import { BlockingRequests } from './blocking-requests.js';
import { RateLimits } from './rate-limits.js';
import { RejectedCredentials } from './rejected-credentials.js';
import { RequestsInProgress } from './requests-in-progress.js';

/** Rate limits of institutions, and operations that may not be repeated. */
@Module({
  imports: [SharedStoreModule],
  providers: [
    {
      provide: RateLimits,
      inject: [CONFIG, GatewayMetrics, SharedStore],
      useFactory: createRateLimits,
    },
    {
      provide: BlockingRequests,
      inject: [GatewayMetrics],
      useFactory: (metrics: GatewayMetrics) => new BlockingRequests(metrics),
    },
    {
      provide: RequestsInProgress,
      inject: [CONFIG, GatewayMetrics],
      useFactory: ({ REQUESTS_IN_PROGRESS: limit }: GatewayConfig, metrics: GatewayMetrics) =>
        new RequestsInProgress(limit, () => metrics.limitReached('in_progress')),
    },
    {
      provide: RejectedCredentials,
      inject: [CONFIG, GatewayMetrics],
      useFactory: (
        { REJECTED_CREDENTIALS_PER_MINUTE: limit }: GatewayConfig,
        metrics: GatewayMetrics,
      ) => new RejectedCredentials(limit, () => metrics.limitReached('credentials')),
    },
  ],
  exports: [RateLimits, BlockingRequests, RequestsInProgress, RejectedCredentials],
})
export class LimitsModule {}
