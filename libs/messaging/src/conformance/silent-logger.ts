import type { MessagingLogger } from '../logger.js';

const say = (...line: unknown[]) => {
  if (process.env['TEST_LOG'] === 'true') console.error(...line);
};

/** These suites cause faults on purpose; TEST_LOG=true shows their log. */
export const silent: MessagingLogger = { info: say, warn: say, error: say };
