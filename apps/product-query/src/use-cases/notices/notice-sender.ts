import { describeError } from '@ndx/contracts';
import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { WebhookMetrics } from '../../metrics/webhook-metrics.js';
import { DeliveryQueue } from '../../storage/delivery-queue.js';
import { DeliverNotice } from './deliver-notice.js';
import { runLane } from './endpoint-lane.js';

/** The interval at which a process looks for due deliveries. */
const POLL_MS = 1_000;

/**
 * Sends the webhooks of notices, beside queries. The replicas of a service share the deliveries: each
 * claims other ones, and the deliveries of a killed process are due again.
 */
@Injectable()
export class NoticeSender implements BackgroundWork {
  private readonly lanes = new Map<string, Promise<void>>();
  private laneError: unknown;
  private readonly loop = new BackgroundLoop({
    work: () => this.openLanes(),
    everyMs: POLL_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'looking for due notices failed; retrying');
    },
  });

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly deliverNotice: DeliverNotice,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
    @Inject(WebhookMetrics) metrics: WebhookMetrics,
  ) {
    readiness.warn(() => this.warning());
    metrics.observe(() => queue.figures());
  }

  start(): void {
    this.loop.start();
  }

  /** Interrupts the attempts in progress; other processes repeat them. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.lanes.values());
  }

  private warning(): string | undefined {
    const error = this.loop.error ?? this.laneError;
    if (error === undefined) return undefined;
    return `notices are not sent: ${describeError(error)}`;
  }

  /** Sending goes on in the lanes, so that no endpoint waits for another one. */
  private async openLanes(): Promise<false> {
    for (const endpoint of await this.queue.endpointsDue()) this.open(endpoint);
    this.laneError = undefined;
    return false;
  }

  /** Has no effect while the endpoint has a lane. */
  private open(endpoint: string): void {
    if (this.lanes.has(endpoint)) return;
    this.lanes.set(
      endpoint,
      this.sendTo(endpoint).finally(() => this.lanes.delete(endpoint)),
    );
  }

  private async sendTo(endpoint: string): Promise<void> {
    const { signal } = this.loop;
    try {
      await runLane(
        {
          claim: (limit) => this.queue.claim(endpoint, limit),
          deliver: (claimed) => this.deliverNotice.deliver(claimed, signal),
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      this.laneError = error;
      // The deliveries in progress are due again when their lease ends.
      this.logger.warn({ err: error }, 'sending notices failed; retrying');
    }
  }
}
