import type { TSchema } from 'typebox';
import { Notice } from './operations/notices.js';
import * as wire from './shapes/wire.js';

/** A request that the system sends to a receiver of an institution (Standard Webhooks). */
export interface WebhookDeclaration {
  readonly name: string;
  /** The `operationId` of the receiver's operation. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
}

export const NoticeWebhook = wire.record('NoticeWebhook', {
  type: wire.text,
  timestamp: wire.timestamp,
  data: Notice,
});

/** Every webhook, in the order of the OpenAPI document. */
export const WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'notice',
    id: 'receiveNotice',
    summary: 'An answer would be different today',
    description:
      'Sent to the `url` of each notice endpoint that takes the notice, at least once: `webhook-id` is the same in each attempt. An attempt has 15 seconds; redirects are not followed. Any answer but a 2xx is a failure, after which the webhook is sent again for three days, as `Retry-After` asks or with growing pauses. A 410 disables the endpoint.',
    body: NoticeWebhook,
  },
];
