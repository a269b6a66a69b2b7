/**
 * Marks the response to a request that blocked its process, or that of a service which it called; the
 * value is arbitrary.
 */
export const STUCK_HEADER = 'x-internal-stuck';

/** A call blocked the called service, whose watchdog answered and ended it. */
export class BlockedService extends Error {}
