import type { TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { createLogger } from '@ndx/telemetry';
import { type ContractStep, type ClassList, migrate, nameOf } from '@ndx/postgres';
import { createServiceDataSource } from '../../boot/service-data-source.js';
import { catalogueOf } from './catalogue.js';
import { blockedSince, watchDdl } from './ddl-watch.js';
import { effectsBetween, type Effects } from './effects.js';
import { valueOf } from './example.js';
import type { RecordedStatement } from './recorded-statements.js';
import type { Released } from './released.js';

/** The effect of an unreleased migration on the released version. */
export interface RehearsedMigration extends Effects {
  readonly name: string;
  readonly contract: ContractStep | undefined;
}

/** A released statement, and its result: `ok`, or the SQLSTATE of its error. */
export interface RehearsedStatement {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly message: string;
}

export interface Rehearsal {
  /** Released migrations that the code does not have. */
  readonly missing: readonly string[];
  readonly migrations: readonly RehearsedMigration[];
  readonly statements: readonly RehearsedStatement[];
}

/**
 * Upgrades a database from the released version to the current one, one migration at a time, and
 * runs the released version's statements before and after on one connection, so that prepared
 * statements are reused.
 */
export async function rehearse(
  ownMigrations: ClassList,
  released: Released,
  { url }: TestDatabase,
): Promise<Rehearsal> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { base, next } = await migrateToRelease(url, ownMigrations, released);
    const before = await runAll(client, released.statements);
    await watchDdl(client);
    const migrations: RehearsedMigration[] = [];
    for (const [index, migration] of next.entries()) {
      const was = await catalogueOf(client);
      await migrateTo(url, [...base, ...next.slice(0, index + 1)]);
      const is = await catalogueOf(client);
      const effects = effectsBetween(was, is, await blockedSince(client));
      migrations.push({ name: nameOf(migration), contract: contractOf(migration), ...effects });
    }
    const after = await runAll(client, released.statements);
    return {
      missing: released.migrations.filter((name) => !base.some((each) => nameOf(each) === name)),
      migrations,
      statements: released.statements.map(({ text }, index) => ({
        text,
        before: before[index]?.state ?? '',
        after: after[index]?.state ?? '',
        message: after[index]?.message ?? '',
      })),
    };
  } finally {
    await client.end();
  }
}

/** Does nothing to a database that is of the released version already. */
export async function migrateToRelease(
  url: string,
  ownMigrations: ClassList,
  { migrations }: Released,
): Promise<Record<'base' | 'next', readonly MigrationInterface[]>> {
  const all = await migrationsOf(url, ownMigrations);
  const known = new Set(migrations);
  const base = all.filter((migration) => known.has(nameOf(migration)));
  await migrateTo(url, base);
  return { base, next: all.filter((migration) => !known.has(nameOf(migration))) };
}

/** The shared migrations and the service's own, in order. */
async function migrationsOf(url: string, own: ClassList): Promise<readonly MigrationInterface[]> {
  const dataSource = createServiceDataSource({ url, poolSize: 1, rows: [], migrations: own });
  await dataSource.initialize();
  await dataSource.destroy();
  const time = (migration: MigrationInterface) => Number(nameOf(migration).slice(-13));
  return [...dataSource.migrations].sort((one, other) => time(one) - time(other));
}

function contractOf(migration: MigrationInterface): ContractStep | undefined {
  return (migration as MigrationInterface & { readonly contract?: ContractStep }).contract;
}

async function migrateTo(url: string, migrations: readonly MigrationInterface[]): Promise<void> {
  const classes = migrations.map((migration) => migration.constructor);
  const dataSource = new DataSource({ type: 'postgres', url, poolSize: 2, migrations: classes });
  await dataSource.initialize();
  try {
    const logger = createLogger('rehearsal', 'silent');
    await migrate(dataSource, { url, holder: 'rehearsal', logger });
  } finally {
    await dataSource.destroy();
  }
}

interface Outcome {
  readonly state: string;
  readonly message: string;
}

/** Each in its own transaction, which is rolled back. */
async function runAll(
  client: pg.Client,
  statements: readonly RecordedStatement[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const statement of statements) {
    await client.query('begin');
    outcomes.push(await runOne(client, statement));
    await client.query('rollback');
  }
  return outcomes;
}

async function runOne(client: pg.Client, statement: RecordedStatement): Promise<Outcome> {
  const { text, name, values = [] } = statement;
  try {
    await client.query({
      text,
      ...(name !== undefined && { name }),
      values: values.map((value) => valueOf(value)),
    });
    return { state: 'ok', message: '' };
  } catch (error) {
    // A failure without an SQLSTATE, such as a broken connection, is inconclusive.
    if (!(error instanceof pg.DatabaseError) || error.code === undefined) throw error;
    return { state: error.code, message: error.message };
  }
}
