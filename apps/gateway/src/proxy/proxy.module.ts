import { CONFIG, ShutdownErrors } from '@ndx/service';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { Proxy } from './proxy.js';

/** Connections to the services. */
@Module({
  providers: [
    {
      provide: Proxy,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) =>
        new Proxy(config.upstreams, {
          connections: config.UPSTREAM_CONNECTIONS,
          concurrency: config.UPSTREAM_CONCURRENCY,
          timeoutMs: config.UPSTREAM_TIMEOUT_MS,
        }),
    },
  ],
  exports: [Proxy],
})
export class ProxyModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Proxy) private readonly proxy: Proxy,
    @Inject(GatewayMetrics) private readonly metrics: GatewayMetrics,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onModuleInit(): void {
    this.metrics.observeUpstreams(() => this.proxy.loads());
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(() => this.proxy.close());
  }
}
