import type { QueryRunner } from 'typeorm';
import type { Logger } from '@ndx/telemetry';
import type { Patience } from './give-way.js';

const PATIENCE = new WeakMap<QueryRunner, Patience>();

/** Lets a migration tell how far it is, and give way as its runner does. */
export function givePatience(runner: QueryRunner, patience: Patience): void {
  PATIENCE.set(runner, patience);
}

/** How patiently a migration gives way in what it does by itself. */
export function patienceOf(runner: QueryRunner): Patience {
  return PATIENCE.get(runner) ?? { logger: undefined, dataSource: runner.dataSource };
}

/** Where a migration tells how far it is; undefined where nobody listens. */
export function loggerOf(runner: QueryRunner): Logger | undefined {
  return patienceOf(runner).logger;
}
