import { CONFIG, LOGGER, ShutdownErrors } from '@ndx/service';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { createRateLimits } from './create-rate-limits.js';
import { BlockingRequests } from './blocking-requests.js';
import { RateLimits } from './rate-limits.js';

/** Rate limits of institutions, and operations that may not be repeated. */
@Module({
  providers: [
    {
      provide: RateLimits,
      inject: [CONFIG, LOGGER, GatewayMetrics],
      useFactory: createRateLimits,
    },
    {
      provide: BlockingRequests,
      inject: [GatewayMetrics],
      useFactory: (metrics: GatewayMetrics) => new BlockingRequests(metrics),
    },
  ],
  exports: [RateLimits, BlockingRequests],
})
export class LimitsModule implements OnApplicationShutdown {
  constructor(
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(() => this.rateLimits.close());
  }
}
