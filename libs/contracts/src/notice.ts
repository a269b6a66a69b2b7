/** How an answer would differ today from the one that an institution relies on. */
export const NOTICE_KINDS = [
  'changed',
  'withdrawn',
  'disputed',
  'dispute_decided',
  'no_longer_issuable',
  'consent_ended',
  'expires_soon',
  'separated',
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The longest time after an answer for which an institution gets notices about it. */
export const MAX_NOTICE_WINDOW_DAYS = 395;

/** Whether an endpoint gets notices. */
export const NOTICE_ENDPOINT_STATES = ['enabled', 'disabled'] as const;

export type NoticeEndpointState = (typeof NOTICE_ENDPOINT_STATES)[number];

/** Who disabled an endpoint: the institution, or its receiver with the status 410. */
export const NOTICE_ENDPOINT_DISABLERS = ['institution', 'receiver'] as const;

export type NoticeEndpointDisabler = (typeof NOTICE_ENDPOINT_DISABLERS)[number];

/** The signatures of Standard Webhooks: `v1` with a shared secret, `v1a` with a key pair. */
export const WEBHOOK_ALGORITHMS = ['hmac_sha256', 'ed25519'] as const;

export type WebhookAlgorithm = (typeof WEBHOOK_ALGORITHMS)[number];

/**
 * Whether a webhook arrived: `delivered` when the receiver answered with a 2xx, `parked` when it did
 * not for three days.
 */
export const NOTICE_DELIVERY_STATES = ['pending', 'delivered', 'parked'] as const;

export type NoticeDeliveryState = (typeof NOTICE_DELIVERY_STATES)[number];

/** Why an attempt had no valid answer. */
export const WEBHOOK_FAILURES = [
  'forbidden_address',
  'name_not_resolved',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'invalid_response',
] as const;

export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
