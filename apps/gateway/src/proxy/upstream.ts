import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import { addressOf, type ServiceAddress } from '@ndx/telemetry';
import { Pool } from 'undici';
import type { UpstreamLoad } from '../metrics/gateway-metrics.js';
import { exchangeOnce, type UpstreamAnswer, type UpstreamRequest } from './one-exchange.js';

export interface UpstreamOptions {
  readonly connections: number;
  readonly timeoutMs: number;
}

/** A client for one service behind the gateway, with kept-alive connections. */
export class Upstream {
  readonly address: ServiceAddress;
  private readonly pool: Pool;

  constructor(
    readonly service: StatefulServiceName,
    baseUrl: string,
    private readonly options: UpstreamOptions,
  ) {
    this.address = addressOf(baseUrl);
    this.pool = new Pool(baseUrl, {
      connections: options.connections,
      connect: { timeout: options.timeoutMs },
      // The deadline covers the whole request, including its time in the queue.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends a request once, without retries, and returns the complete response.
   * @throws OPERATION_FAILED when the service is unreachable, disconnects or takes too long
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    try {
      return await exchangeOnce(this.pool, request, this.options.timeoutMs);
    } catch (error) {
      throw operationFailed(
        'service_unavailable',
        `the ${this.service} service did not answer`,
        error,
      );
    }
  }

  get load(): UpstreamLoad {
    const { running, queued } = this.pool.stats;
    return { service: this.service, running, queued };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
