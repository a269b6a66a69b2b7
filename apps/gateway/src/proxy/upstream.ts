import type { EventEmitter } from 'node:events';
import { operationFailed, type StatefulServiceName } from '@ndx/contracts';
import { addressOf, type ServiceAddress } from '@ndx/telemetry';
import { Pool, type buildConnector } from 'undici';
import type { UpstreamLoad } from '../metrics/gateway-metrics.js';
import { FairQueue, type Turn } from './fair-queue.js';
import { liveConnector } from './live-connector.js';
import { exchangeOnce, type UpstreamAnswer, type UpstreamRequest } from './one-exchange.js';

export interface UpstreamOptions {
  readonly connections: number;
  /** Maximum requests that the service processes at a time; more wait in turn. */
  readonly concurrency: number;
  readonly timeoutMs: number;
}

/** The sender of a request. */
export interface Caller {
  readonly institution: string;
  /** Emits `close` when the caller disconnects. */
  readonly response: EventEmitter;
  /** Called when the request blocked the process of its service, also after the timeout. */
  readonly onBlocked: () => void;
}

/** The answer that no caller receives. */
const CALLER_GONE: UpstreamAnswer = { status: 499, headers: {}, body: Buffer.alloc(0) };

/** A client for one service behind the gateway, with kept-alive connections. */
export class Upstream {
  readonly address: ServiceAddress;
  private readonly queue: FairQueue;
  private pool: Pool;
  /** The previous pool, which finishes its requests. */
  private previous: { readonly pool: Pool; readonly closed: Promise<void> } | undefined;

  constructor(
    readonly service: StatefulServiceName,
    private readonly baseUrl: string,
    private readonly options: UpstreamOptions,
  ) {
    this.address = addressOf(baseUrl);
    this.queue = new FairQueue(options.concurrency);
    this.pool = this.poolWith({ timeout: options.timeoutMs });
  }

  /**
   * Sends a request once, in its turn, without retries, and returns the complete response.
   * @throws OPERATION_FAILED when the service is unreachable, disconnects or takes too long
   */
  async send(request: UpstreamRequest, caller: Caller): Promise<UpstreamAnswer> {
    const deadline = performance.now() + this.options.timeoutMs;
    try {
      const { institution, response } = caller;
      const turn = await this.queue.take(institution, response, this.options.timeoutMs);
      return turn ? await this.sendNow(request, caller, turn, deadline) : CALLER_GONE;
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
      queued: this.queue.waiting + queued + (before?.queued ?? 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.previous?.closed]);
  }

  private async sendNow(
    request: UpstreamRequest,
    { onBlocked }: Caller,
    turn: Turn,
    deadline: number,
  ): Promise<UpstreamAnswer> {
    const { pool } = this;
    try {
      return await exchangeOnce(pool, request, {
        timeoutMs: deadline - performance.now(),
        onBlocked,
        onSlow: () => {
          // It waits for something else than the processor of the service.
          this.queue.leave(turn);
          this.replace(pool);
        },
      });
    } finally {
      this.queue.leave(turn);
    }
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
