import type { PublishedLog } from '../outbox/published-log.js';

/** For a relay of which something else is tested. */
export const noLog: PublishedLog = { append: () => Promise.resolve() };
