import type { WebhookAlgorithm } from '@ndx/client';

/** The signatures of Standard Webhooks. */
export const ALGORITHM_WORDS: Readonly<Record<WebhookAlgorithm, string>> = {
  hmac_sha256: 'Shared secret (v1, HMAC-SHA256)',
  ed25519: 'Key pair (v1a, Ed25519)',
};

export const ALGORITHMS = Object.keys(ALGORITHM_WORDS) as WebhookAlgorithm[];
