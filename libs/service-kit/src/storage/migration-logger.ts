import type { QueryRunner } from 'typeorm';
import type { Logger } from '../logging/logger.js';

const LOGGERS = new WeakMap<QueryRunner, Logger>();

/** Lets a migration tell how far it is. */
export function giveLogger(runner: QueryRunner, logger: Logger): void {
  LOGGERS.set(runner, logger);
}

/** Where a migration tells how far it is; undefined where nobody listens. */
export function loggerOf(runner: QueryRunner): Logger | undefined {
  return LOGGERS.get(runner);
}
