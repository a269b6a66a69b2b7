/** Identifies a request that has one effect, however often it is sent. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** Marks a stored response that is sent again. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** Carries the signature of the answer to a query (decision 0109). */
export const SIGNATURE_HEADER = 'Answer-Signature';

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
