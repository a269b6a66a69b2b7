import { logLevel, type logCreator } from 'kafkajs';
import type { MessagingLogger } from '../../logger.js';

/** kafkajs's own lines, none louder than a warning: what matters of them reaches us as an error. */
export function logThrough(logger: MessagingLogger): logCreator {
  return () =>
    ({ namespace, level, log }) => {
      if (level > logLevel.WARN) return;
      const details: Readonly<Record<string, unknown>> = log;
      const { error, groupId, broker } = details;
      logger.warn({ namespace, fault: error, groupId, broker }, `kafka client: ${log.message}`);
    };
}
