/** Names a request that is to be done once, however often it is sent. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** Says of an answer that it was given before, and that nothing was done for it now. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
