import type { WebhookFailure } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import { receiverRulesOf } from '../domain/notices/receiver-address.js';
import { retryAfterMs } from '../domain/notices/retry-schedule.js';
import type { Webhook } from '../domain/notices/webhook.js';
import type { ProductQueryConfig } from '../product-query.config.js';
import { permittedConnector } from './permitted-connector.js';
import { failureOf } from './webhook-failure.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Of a whole attempt. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** Of the body of an answer, which nobody reads. */
const MAX_BODY_BYTES = 16_384;

/** The answer of a receiver, or why there is none. */
export type WebhookAnswer =
  | { readonly status: number; readonly retryAfterMs: number; readonly failure?: undefined }
  | { readonly failure: WebhookFailure; readonly status?: undefined };

/** The servers of institutions that receive webhooks. They can be anything, and can be hostile. */
@Injectable()
export class WebhookReceivers implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.agent = new Agent({
      connect: permittedConnector(receiverRulesOf(config), CONNECT_TIMEOUT_MS),
    });
  }

  /**
   * Sends a webhook once. It follows no redirect, and reads nothing of the answer but its status.
   * @throws the reason of the signal when it is aborted
   */
  async send(url: string, { body, headers }: Webhook, signal: AbortSignal): Promise<WebhookAnswer> {
    try {
      const answer = await request(url, {
        method: 'POST',
        body,
        headers,
        dispatcher: this.agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      });
      await answer.body.dump({ limit: MAX_BODY_BYTES });
      const { 'retry-after': retryAfter } = answer.headers;
      const text = typeof retryAfter === 'string' ? retryAfter : undefined;
      return { status: answer.statusCode, retryAfterMs: retryAfterMs(text, new Date()) };
    } catch (error) {
      signal.throwIfAborted();
      return { failure: failureOf(error) };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
