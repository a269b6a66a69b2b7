import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { awaitCommit, runAfterCommit } from './after-commit.js';
import { ReplicationWatch } from './replication.js';
import { retryingConflicts } from './retrying-conflicts.js';

/**
 * A transaction that several pieces of work share and that stays open after them, until it is
 * committed or rolled back. It begins with the first piece, so that it holds no connection before
 * the first write.
 */
export class HeldTransaction {
  private runner: QueryRunner | undefined;
  private isOver = false;

  /** @param begin runs first in each attempt */
  constructor(
    private readonly dataSource: DataSource,
    private readonly begin: (manager: EntityManager) => Promise<void>,
  ) {}

  /**
   * The first piece of work is retried after a conflict with another transaction; later ones are
   * not, because the first would be lost. One piece at a time.
   */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('the transaction of the request is over');
    if (this.runner) return work(this.runner.manager);
    return retryingConflicts(() => this.open(work));
  }

  /**
   * Does nothing without work.
   * @throws NotReplicatedError when the commit did not wait for a synchronous standby
   */
  async commit(): Promise<void> {
    const runner = this.end();
    if (!runner) return;
    const watch = await ReplicationWatch.of(runner);
    try {
      // Fails after a failed statement: Postgres would silently roll back.
      await runner.query('select 1');
      await runner.commitTransaction();
      watch.verify();
    } catch (error) {
      await rollBack(runner, error);
      throw error;
    } finally {
      watch.stop();
    }
    await runner.release();
    runAfterCommit(runner.manager);
  }

  /** Does nothing without work, or after the end. @param reason why */
  async rollback(reason: unknown): Promise<void> {
    const runner = this.end();
    if (runner) await rollBack(runner, reason);
  }

  private end(): QueryRunner | undefined {
    const { runner } = this;
    this.isOver = true;
    this.runner = undefined;
    return runner;
  }

  private async open<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      awaitCommit(runner.manager);
      await this.begin(runner.manager);
      const result = await work(runner.manager);
      this.runner = runner;
      return result;
    } catch (error) {
      await rollBack(runner, error);
      throw error;
    }
  }
}

/** @param reason for the rollback; it must not be lost when the rollback fails */
async function rollBack(runner: QueryRunner, reason: unknown): Promise<void> {
  try {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch (error) {
    throw new AggregateError(
      [reason, error],
      'the rollback failed; Postgres rolls back when the connection closes',
      { cause: error },
    );
  } finally {
    await runner.release();
  }
}
