import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import { addressOf, type ServiceAddress } from '@ndx/telemetry';
import { Pool, type buildConnector } from 'undici';
import type { UpstreamLoad } from '../metrics/gateway-metrics.js';
import { liveConnector } from './live-connector.js';
import { exchangeOnce, type UpstreamAnswer, type UpstreamRequest } from './one-exchange.js';

export interface UpstreamOptions {
  readonly connections: number;
  readonly timeoutMs: number;
}

/** A client for one service behind the gateway, with kept-alive connections. */
export class Upstream {
  readonly address: ServiceAddress;
  private pool: Pool;
  /** The previous pool, which finishes its requests. */
  private previous: { readonly pool: Pool; readonly closed: Promise<void> } | undefined;

  constructor(
    readonly service: StatefulServiceName,
    private readonly baseUrl: string,
    private readonly options: UpstreamOptions,
  ) {
    this.address = addressOf(baseUrl);
    this.pool = this.poolWith({ timeout: options.timeoutMs });
  }

  /**
   * Sends a request once, without retries, and returns the complete response.
   * @param onBlocked called when the request blocked the process of the service
   * @throws OPERATION_FAILED when the service is unreachable, disconnects or takes too long
   */
  async send(request: UpstreamRequest, onBlocked: () => void): Promise<UpstreamAnswer> {
    const { pool, options } = this;
    try {
      return await exchangeOnce(pool, request, {
        timeoutMs: options.timeoutMs,
        onBlocked,
        onSlow: () => this.replace(pool),
      });
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
    const before = this.previous?.pool.stats;
    return {
      service: this.service,
      running: running + (before?.running ?? 0),
      queued: queued + (before?.queued ?? 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.previous?.closed]);
  }

  /**
   * A request has no response yet, so its replica may be blocked: later requests use new
   * connections, to replicas that respond. The two pools have at most twice the connections.
   */
  private replace(slow: Pool): void {
    if (slow !== this.pool || this.previous) return;
    this.pool = this.poolWith(liveConnector(this.options.timeoutMs));
    const closed = slow.close().then(() => {
      this.previous = undefined;
    });
    this.previous = { pool: slow, closed };
  }

  private poolWith(connect: buildConnector.BuildOptions | buildConnector.connector): Pool {
    return new Pool(this.baseUrl, {
      connections: this.options.connections,
      connect,
      // The deadline covers the whole request, including its time in the queue.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
