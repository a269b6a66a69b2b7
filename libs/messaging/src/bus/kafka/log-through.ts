import { logLevel, type logCreator } from 'kafkajs';
import type { MessagingLogger } from '../../logger.js';

/** kafkajs logs no louder than warnings here: its relevant failures also reach us as errors. */
export function logThrough(logger: MessagingLogger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      if (level > logLevel.WARN) return;
      const details: Readonly<Record<string, unknown>> = log;
      const { error, groupId, broker } = details;
      logger.warn({ namespace, fault: error, groupId, broker }, `kafka client: ${log.message}`);
    };
}
