import { inTransaction, isSynchronous } from '@ndx/postgres';
import type { DataSource } from 'typeorm';

/** How long the answer is remembered whether commits wait for a standby. */
const REMEMBERED_MS = 5_000;

/** A transaction that writes to the log and nothing else. */
const MARK = `select pg_logical_emit_message(true, 'ndx', '')`;

/**
 * A commit that waits for a synchronous standby is invisible to others until the standby has it;
 * but it is visible once the wait is cancelled, or the primary was started again. A later commit
 * that returns proves that the standby has all that was visible before it.
 */
export class ReplicationBarrier {
  private answer = Promise.resolve(false);
  private askAgainAt = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Resolves when the synchronous standby has flushed all that this process has read so far; at
   * once where none is configured.
   * @throws NotReplicatedError, or the error of the database
   */
  async passed(): Promise<void> {
    if (!(await this.isSynchronous())) return;
    await inTransaction(this.dataSource, (manager) => manager.query(MARK));
  }

  private isSynchronous(): Promise<boolean> {
    if (Date.now() < this.askAgainAt) return this.answer;
    this.askAgainAt = Date.now() + REMEMBERED_MS;
    this.answer = isSynchronous(this.dataSource).catch((error: unknown) => {
      this.askAgainAt = 0;
      throw error;
    });
    return this.answer;
  }
}
