import type { PublishedLog } from '../outbox/published-log.js';

/** For a relay in tests of other features. */
export const noLog: PublishedLog = { append: () => Promise.resolve() };
