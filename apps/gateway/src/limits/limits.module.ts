import { CONFIG, LOGGER, ShutdownErrors } from '@ndx/service';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { createRateLimits } from './create-rate-limits.js';
import { RateLimits } from './rate-limits.js';

/** Rate limits of institutions. */
@Module({
  providers: [
    {
      provide: RateLimits,
      inject: [CONFIG, LOGGER, GatewayMetrics],
      useFactory: createRateLimits,
    },
  ],
  exports: [RateLimits],
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
