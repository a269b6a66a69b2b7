import type { Notice } from '../generated/types.gen.js';
import { InvalidWebhook, verifyWebhook, type WebhookHeaders } from './verify-webhook.js';

/** The body of the webhook of a notice. */
export interface NoticeWebhook {
  /** The kind of the notice. */
  readonly type: `notice.${Notice['kind']}`;
  /** The time of the notice, ISO 8601. */
  readonly timestamp: string;
  /** The notice, as `listNotices` returns it. */
  readonly data: Notice;
}

/**
 * Verifies the webhook of a notice: `verifyNotice(request.headers, bytes, [secret])`. Handle each
 * `notice_id` once: a webhook can be repeated.
 * @param body the bytes as received, before any parser
 * @param keys the `whsec_…` secrets of the endpoint, or its `whpk_…` public keys; both during a rotation
 * @throws InvalidWebhook; RangeError for a text that is no key
 */
export async function verifyNotice(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  keys: readonly string[],
  now: Date = new Date(),
): Promise<NoticeWebhook> {
  const { id, text } = await verifyWebhook(headers, body, keys, now);
  const webhook = parsed(text);
  if (webhook?.data.notice_id === id && webhook.type === `notice.${webhook.data.kind}`) {
    return webhook;
  }
  throw new InvalidWebhook('body_invalid', 'the body is not a notice');
}

function parsed(text: string): NoticeWebhook | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isWebhook(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isWebhook(value: unknown): value is NoticeWebhook {
  if (typeof value !== 'object' || value === null || !('data' in value)) return false;
  return typeof value.data === 'object' && value.data !== null;
}
