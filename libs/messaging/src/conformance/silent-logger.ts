import type { MessagingLogger } from '../logger.js';

const say = (...line: unknown[]) => {
  if (process.env['TEST_LOG'] === 'true') console.error(...line);
};

/** Faults are what these suites make; TEST_LOG=true shows what is said about them. */
export const silent: MessagingLogger = { info: say, warn: say, error: say };
