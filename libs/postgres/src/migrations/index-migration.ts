import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';
import { loggerOf } from './migration-patience.js';
import { reportingEvery } from './reporting.js';

/** An index of a table that has rows already. */
export interface NewIndex {
  readonly name: string;
  /** What follows `on` in `create index`: `audit_entry (subject)`. */
  readonly on: string;
  readonly unique?: boolean;
}

/**
 * Adds indexes to tables that are in use: writers go on meanwhile. It is no transaction, and can be
 * run again wherever it was killed: what a killed one left behind is not valid, and built anew.
 */
export abstract class IndexMigration extends ForwardOnlyMigration {
  readonly transaction = false;
  protected abstract readonly indexes: readonly NewIndex[];

  async up(runner: QueryRunner): Promise<void> {
    for (const index of this.indexes) await buildConcurrently(runner, index);
  }
}

async function buildConcurrently(runner: QueryRunner, index: NewIndex): Promise<void> {
  const existing = await runner.manager.query<{ valid: boolean }[]>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index.name],
  );
  if (existing[0]?.valid === true) return;
  if (existing.length > 0) await runner.query(`drop index concurrently ${index.name}`);
  const kind = index.unique === true ? 'unique index' : 'index';
  await whileTelling(runner, index, () =>
    runner.query(`create ${kind} concurrently ${index.name} on ${index.on}`),
  );
}

interface IndexProgress {
  readonly phase: string;
  readonly done: string;
  readonly total: string;
}

const PROGRESS = `
select phase, greatest(blocks_done, tuples_done, lockers_done) as done,
       greatest(blocks_total, tuples_total, lockers_total) as total
from pg_stat_progress_create_index where pid = $1`;

/** Tells, from another connection, how far Postgres says that it is. */
async function whileTelling(
  runner: QueryRunner,
  { name }: NewIndex,
  work: () => Promise<unknown>,
): Promise<void> {
  const logger = loggerOf(runner);
  const [session] = await runner.manager.query<{ pid: number }[]>('select pg_backend_pid() as pid');
  const report = async () => {
    const rows = await runner.dataSource.query<IndexProgress[]>(PROGRESS, [session?.pid]);
    for (const { phase, done, total } of rows) {
      logger?.info({ index: name, phase, done: Number(done), total: Number(total) }, 'indexing');
    }
  };
  await reportingEvery(report, work, logger);
}
