import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, QueryRunner } from 'typeorm';
import { BackfillPosition } from './backfill-position.js';
import { ForwardOnlyMigration } from './forward-only-migration.js';
import { givingWay, LOCK_TIMEOUT_MS } from './give-way.js';
import { loggerOf, patienceOf } from './migration-patience.js';
import { primaryKeyOf } from '../rows/primary-key.js';
import { REPORT_EVERY_MS } from './reporting.js';

/** What a row's key is called beside its columns: none of them has the name. */
const KEY = `key ${randomUUID()}`;

/**
 * Fills in what rows lack that were there before. It walks along the primary key, a batch in a
 * transaction, beside the serving processes: a row is held for as long as its batch takes. How far
 * it is lies in the database and moves with each batch, so each row is filled exactly once,
 * however often it is killed and run again.
 *
 * Rows that are written meanwhile are not its business: the code that runs beside it fills them
 * already, or a trigger of an earlier migration does.
 */
export abstract class BackfillMigration<Row> extends ForwardOnlyMigration {
  readonly transaction = false;
  abstract readonly name: string;
  protected abstract readonly table: string;
  /**
   * What `fill` is to see of a row, as a select list. The values are the driver's: bigint and numeric
   * are text, to the last digit; a timestamp is a Date, to the millisecond unless selected as text.
   */
  protected abstract readonly columns: string;
  /** Which rows lack it, as a condition; all, unless it says otherwise. */
  protected readonly where: string = 'true';
  /** Most rows of one transaction. */
  protected readonly batch: number = 1_000;

  /** Changes the rows, which nobody else can change until it is done. */
  protected abstract fill(manager: EntityManager, rows: readonly Row[]): Promise<void>;

  async up(runner: QueryRunner): Promise<void> {
    const position = await BackfillPosition.of(runner.manager, this.name, () =>
      this.estimate(runner.manager),
    );
    const next = await this.nextBatch(runner.manager);
    const tell = this.teller(runner);
    for (;;) {
      const startedAt = performance.now();
      const { rows, done, estimated } = await givingWay(this.name, patienceOf(runner), () =>
        runner.manager.transaction((manager) => this.fillOne(manager, position, next)),
      );
      const finished = rows < this.batch;
      tell(done, estimated, finished);
      if (finished) return;
      // It takes no more than half the time of one connection; the rest is the callers'.
      await sleep(performance.now() - startedAt);
    }
  }

  private async fillOne(manager: EntityManager, position: BackfillPosition, next: NextBatch<Row>) {
    await manager.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { after, done, estimated } = await position.lock(manager);
    const found = await next(manager, after);
    const last = found.at(-1);
    if (last) {
      await this.fill(
        manager,
        found.map(({ row }) => row),
      );
      await position.advance(manager, last.key, found.length);
    }
    return { rows: found.length, done: done + found.length, estimated };
  }

  /** Reads, and holds, the rows after a position in the order of the primary key. */
  private async nextBatch(owner: EntityManager): Promise<NextBatch<Row>> {
    const key = await primaryKeyOf(owner, this.table);
    const names = key.map(({ name }) => `backfilled.${name}`);
    const after = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
    const select = (condition: string) => `
      select array[${names.map((name) => `${name}::text`).join(', ')}] as "${KEY}", ${this.columns}
      from ${this.table} backfilled
      where (${this.where}) ${condition}
      order by ${names.join(', ')} limit ${this.batch} for no key update`;
    return async (manager, last) => {
      const found = await manager.query<Readonly<Record<string, unknown>>[]>(
        select(last ? `and (${names.join(', ')}) > (${after})` : ''),
        last ? [...last] : [],
      );
      return found.map(({ [KEY]: key, ...row }) => ({
        key: key as readonly string[],
        row: row as Row,
      }));
    };
  }

  /** What the planner expects: near enough to tell how long it will take. */
  private async estimate(manager: EntityManager): Promise<number> {
    const [plan] = await manager.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>(
      `explain (format json) select 1 from ${this.table} backfilled where ${this.where}`,
    );
    return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  }

  /** Tells at the first batch, then every few seconds, and at the end. */
  private teller(runner: QueryRunner) {
    const logger = loggerOf(runner);
    const startedAt = Date.now();
    let before: number | undefined;
    let nextAt = 0;
    return (done: number, estimated: number, finished: boolean): void => {
      const now = Date.now();
      before ??= done;
      if (now < nextAt && !finished) return;
      nextAt = now + REPORT_EVERY_MS;
      const perSecond = Math.round(((done - before) * 1_000) / Math.max(now - startedAt, 1));
      logger?.info(
        {
          migration: this.name,
          done,
          estimated_total: finished ? done : Math.max(estimated, done),
          rows_per_second: perSecond,
        },
        finished ? 'backfilled' : 'backfilling',
      );
    };
  }
}

type NextBatch<Row> = (
  manager: EntityManager,
  after: readonly string[] | null,
) => Promise<readonly { readonly key: readonly string[]; readonly row: Row }[]>;
