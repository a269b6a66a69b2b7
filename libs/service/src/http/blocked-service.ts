/**
 * A response with this header, of any value, is to a request that blocked the process of the service
 * or of another service that it called.
 */
export const STUCK_HEADER = 'x-internal-stuck';

/** The called service was blocked by the call, and its watchdog ended it. */
export class BlockedService extends Error {}
