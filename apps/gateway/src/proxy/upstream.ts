import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import { addressOf, type ServiceAddress } from '@ndx/telemetry';
import { Pool } from 'undici';
import type { UpstreamLoad } from '../metrics/gateway-metrics.js';
import { exchangeOnce, type UpstreamAnswer, type UpstreamRequest } from './one-exchange.js';

export interface UpstreamOptions {
  readonly connections: number;
  readonly timeoutMs: number;
}

/** One service behind the gateway, reached over connections that are kept alive. */
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
      // The deadline of a request covers all of it, its time in the queue too.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends a request once, whatever becomes of it, and returns the whole answer.
   * @throws OPERATION_FAILED when the service cannot be reached, breaks off or takes too long
   */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    try {
      return await exchangeOnce(this.pool, request, this.options.timeoutMs);
    } catch (error) {
      throw operationFailed(`the ${this.service} service did not answer`, error);
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
