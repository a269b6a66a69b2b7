import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookAlgorithm } from '@ndx/contracts';
import { privateKeyOf, publicBytesOf, signEd25519 } from '@ndx/proof';

/** What a secret is of, in its text (Standard Webhooks, signature scheme). */
const SHARED = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';

const BYTES = 32;

/** A new secret: `whsec_` with a shared key, or `whsk_` with the seed of a private key. */
export function newWebhookSecret(algorithm: WebhookAlgorithm): string {
  return `${algorithm === 'ed25519' ? PRIVATE : SHARED}${randomBytes(BYTES).toString('base64')}`;
}

/** The secret as its institution sees it; null for a private key, which no other side has. */
export function sharedSecret(secret: string): string | null {
  return secret.startsWith(SHARED) ? secret : null;
}

/** The public key of a private one, `whpk_` with its 32 bytes; undefined for a shared key. */
export function publicWebhookKey(secret: string): string | undefined {
  if (!secret.startsWith(PRIVATE)) return undefined;
  const key = privateKeyOf(bytesOf(secret, PRIVATE));
  return `${PUBLIC}${publicBytesOf(key).toString('base64')}`;
}

/** A signature of the header `webhook-signature`, with its version. */
export function signWebhook(secret: string, content: string): string {
  if (secret.startsWith(PRIVATE)) {
    const signature = signEd25519(privateKeyOf(bytesOf(secret, PRIVATE)), content);
    return `v1a,${signature.toString('base64')}`;
  }
  const key = bytesOf(secret, SHARED);
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function bytesOf(secret: string, prefix: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}
