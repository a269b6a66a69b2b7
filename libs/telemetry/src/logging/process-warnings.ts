import type { Logger } from 'pino';

/**
 * Logs the warnings of Node as lines of the process's log. Node prints them as plain text, which a
 * collector of JSON lines cannot read.
 */
export function logProcessWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    logger.warn({ err: warning }, 'process warning');
  });
}
