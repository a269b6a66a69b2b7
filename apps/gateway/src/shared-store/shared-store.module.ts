import { CONFIG, LOGGER, ShutdownErrors } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { PROOFS_TABLE } from '../authentication/shared-proofs.js';
import type { GatewayConfig } from '../gateway.config.js';
import { COUNTS_TABLE } from '../limits/count-requests.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { SharedStore } from './shared-store.js';

/** The store of the replicas, or undefined when the operator has not configured one. */
@Module({
  providers: [
    {
      provide: SharedStore,
      inject: [CONFIG, LOGGER, GatewayMetrics],
      useFactory: openStore,
    },
  ],
  exports: [SharedStore],
})
export class SharedStoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(SharedStore) private readonly store: SharedStore | undefined,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(async () => this.store?.close());
  }
}

/** An unavailable store does not prevent the start. */
async function openStore(
  config: GatewayConfig,
  logger: Logger,
  { pools }: GatewayMetrics,
): Promise<SharedStore | undefined> {
  const { RATE_LIMIT_STORE_URL: url, RATE_LIMIT_STORE_TIMEOUT_MS: timeoutMs } = config;
  if (url === '') return undefined;
  const tables = [COUNTS_TABLE, PROOFS_TABLE];
  const store = new SharedStore(url, config, tables, timeoutMs, logger);
  pools.add('rate-limits', store.pool);
  await store.open();
  return store;
}
