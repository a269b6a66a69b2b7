import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { awaitCommit, runAfterCommit } from './after-commit.js';
import { retryingConflicts } from './retrying-conflicts.js';

/**
 * A transaction that several pieces of work share and that stays open when they are done, until it
 * is committed or rolled back. It begins with the first piece, so that it holds no connection
 * before there is something to write.
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
   * The first piece of work is done again when it collided with another transaction; a later one
   * cannot be, for the first would be lost with it. One piece at a time.
   */
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('the transaction of the request is over');
    if (this.runner) return work(this.runner.manager);
    return retryingConflicts(() => this.open(work));
  }

  /** Does nothing where no work was done. */
  async commit(): Promise<void> {
    const runner = this.end();
    if (!runner) return;
    try {
      // Fails where a statement failed before: Postgres would answer the commit all the same.
      await runner.query('select 1');
      await runner.commitTransaction();
    } catch (error) {
      await rollBack(runner, error);
      throw error;
    }
    await runner.release();
    runAfterCommit(runner.manager);
  }

  /** Does nothing where no work was done, or where it is over. @param reason why */
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

/** @param reason why; it must not be lost when the connection is gone with which to roll back */
async function rollBack(runner: QueryRunner, reason: unknown): Promise<void> {
  try {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
  } catch (error) {
    throw new AggregateError(
      [reason, error],
      'the transaction could not be rolled back: Postgres does it when it sees the connection gone',
      { cause: error },
    );
  } finally {
    await runner.release();
  }
}
