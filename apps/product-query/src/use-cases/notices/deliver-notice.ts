import { Injectable } from '@nestjs/common';
import { WebhookReceivers, type WebhookAnswer } from '../../clients/webhook-receivers.js';
import { pauseAfter } from '../../domain/notices/retry-schedule.js';
import { webhookOf } from '../../domain/notices/webhook.js';
import { WebhookMetrics } from '../../metrics/webhook-metrics.js';
import { DeliveryQueue, type ClaimedDelivery } from '../../storage/delivery-queue.js';
import { AdministerEndpoints } from './administer-endpoints.js';
import { EndpointSecrets } from './endpoint-secrets.js';

const GONE = 410;

/** An attempt to deliver a notice. */
@Injectable()
export class DeliverNotice {
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly receivers: WebhookReceivers,
    private readonly secrets: EndpointSecrets,
    private readonly endpoints: AdministerEndpoints,
    private readonly metrics: WebhookMetrics,
  ) {}

  /**
   * Sends the webhook and stores the outcome.
   * @param signal interrupts the attempt, which is then due for another process
   * @returns whether the receiver accepted it
   */
  async deliver(claimed: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
    const now = new Date();
    const webhook = webhookOf(claimed.notice, this.secrets.openAt(claimed.endpoint, now), now);
    let answer: WebhookAnswer;
    try {
      answer = await this.receivers.send(claimed.endpoint.url, webhook, signal);
    } catch (error) {
      await this.queue.release(claimed);
      throw error;
    }
    const { status = null, failure = null } = answer;
    const isDelivered = status !== null && status >= 200 && status < 300;
    this.metrics.attempted(isDelivered);
    if (isDelivered) {
      await this.queue.delivered(claimed, status);
      return true;
    }
    if (status === GONE) {
      await this.endpoints.disableByReceiver(claimed.endpoint.id, claimed.endpoint.url);
    }
    const pauseMs = pauseAfter(
      claimed.attempts,
      answer.failure === undefined ? answer.retryAfterMs : 0,
    );
    await this.queue.failed(claimed, { status, failure, pauseMs });
    return false;
  }
}
