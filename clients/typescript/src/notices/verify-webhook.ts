/** The headers of a request, as `fetch` or Node give them. */
export type WebhookHeaders =
  Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request is no webhook of a known secret: answer it with 400. */
export class InvalidWebhook extends Error {
  /** Identifies the class of the error in logs. */
  override readonly name = 'InvalidWebhook';

  constructor(
    /** What is wrong with the request. */
    readonly code: 'header_missing' | 'timestamp_invalid' | 'signature_invalid' | 'body_invalid',
    message: string,
  ) {
    super(message);
  }
}

/** A webhook whose signature is of a known key. */
export interface VerifiedWebhook {
  /** Equal in each repetition of the webhook. */
  readonly id: string;
  /** The body. */
  readonly text: string;
}

/** The most seconds between the clocks of sender and receiver, as in Standard Webhooks. */
const TOLERANCE_S = 300;

/** How the signatures of a version are verified, by the prefix of the key. */
const SCHEMES = {
  whsec_: { version: 'v1', algorithm: { name: 'HMAC', hash: 'SHA-256' } },
  whpk_: { version: 'v1a', algorithm: { name: 'Ed25519' } },
} as const;

/**
 * Verifies a webhook as Standard Webhooks specifies: one of its signatures must be of one of the keys,
 * and its time at most five minutes away. WebCrypto compares in constant time.
 * @param body the bytes as received, before any parser
 * @param keys `whsec_…` secrets, or `whpk_…` public keys
 * @throws InvalidWebhook; RangeError for a text that is no key
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  keys: readonly string[],
  now: Date = new Date(),
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - sentAt) <= TOLERANCE_S)) {
    throw new InvalidWebhook('timestamp_invalid', 'webhook-timestamp is not the time of now');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = concatenated(`${id}.${timestamp}.`, body);
  for (const key of keys) {
    if (await isSignedBy(key, signatures.split(' '), content)) return { id, text };
  }
  throw new InvalidWebhook('signature_invalid', 'no signature is of a known key');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidWebhook('header_missing', `the request has no header ${name}`);
}

async function isSignedBy(
  text: string,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const prefix = Object.keys(SCHEMES).find((each) => text.startsWith(each));
  if (prefix !== 'whsec_' && prefix !== 'whpk_') {
    throw new RangeError('A key of webhooks begins with whsec_ or whpk_.');
  }
  const { version, algorithm } = SCHEMES[prefix];
  const bytes = fromBase64(text.slice(prefix.length));
  if (!bytes) throw new RangeError('A key of webhooks is in base64.');
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const [own, encoded = ''] = signature.split(',');
    const given = own === version ? fromBase64(encoded) : undefined;
    if (given && (await crypto.subtle.verify(algorithm.name, key, given, content))) return true;
  }
  return false;
}

function concatenated(start: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(start), typeof body === 'string' ? encoder.encode(body) : body];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Undefined for a text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
