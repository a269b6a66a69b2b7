import { shownNotice, type Notice } from './notice.js';
import { signWebhook } from './webhook-secret.js';

/** The request of a webhook (Standard Webhooks). */
export interface Webhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The webhook of a notice. Its id is the notice, so a receiver recognises a repeated one; the time is
 * the one of the attempt.
 * @param secrets the newest first
 */
export function webhookOf(notice: Notice, secrets: readonly string[], at: Date): Webhook {
  const body = JSON.stringify(payloadOf(notice));
  const id = notice.noticeId;
  const timestamp = Math.floor(at.getTime() / 1_000);
  const content = `${id}.${timestamp}.${body}`;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'network-data-exchange',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((secret) => signWebhook(secret, content)).join(' '),
    },
  };
}

function payloadOf(notice: Notice) {
  return {
    type: `notice.${notice.kind}`,
    timestamp: notice.createdAt.toISOString(),
    data: shownNotice(notice),
  };
}
