import type { PublishedLog } from '../outbox/published-log.js';

/** A log for a relay in tests of other features. */
export const noLog: PublishedLog = { append: () => Promise.resolve() };
