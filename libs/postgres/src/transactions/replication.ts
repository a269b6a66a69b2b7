import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Postgres commits nevertheless when the wait of a `COMMIT` for a synchronous standby is cancelled,
 * with a warning alone: the standby may not have the transaction.
 */
const WAIT_CANCELLED = /^canceling.* wait for synchronous replication/;

/** The transaction is committed here, and is lost if the standby takes over now. */
export class NotReplicatedError extends Error {
  constructor() {
    super('the transaction is committed, but no synchronous standby has confirmed it');
    this.name = 'NotReplicatedError';
  }
}

interface NoticeSource {
  on(event: 'notice', listener: (notice: { readonly message?: string }) => void): unknown;
  off(event: 'notice', listener: (notice: { readonly message?: string }) => void): unknown;
}

/** Watches the commit of a transaction for a cancelled wait. */
export class ReplicationWatch {
  private isCancelled = false;

  private constructor(private readonly client: NoticeSource) {
    client.on('notice', this.listener);
  }

  static async of(runner: QueryRunner): Promise<ReplicationWatch> {
    const client = (await runner.connect()) as NoticeSource;
    return new ReplicationWatch(client);
  }

  /** @throws NotReplicatedError after a commit that did not wait for its standby */
  verify(): void {
    if (this.isCancelled) throw new NotReplicatedError();
  }

  stop(): void {
    this.client.off('notice', this.listener);
  }

  private readonly listener = ({ message = '' }: { readonly message?: string }): void => {
    this.isCancelled ||= WAIT_CANCELLED.test(message);
  };
}

const SYNCHRONOUS = `
select current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('on', 'remote_apply') as is_synchronous`;

/** Whether a commit waits until a standby has flushed it. */
export async function isSynchronous(dataSource: DataSource): Promise<boolean> {
  const [row] = await dataSource.query<{ is_synchronous: boolean }[]>(SYNCHRONOUS);
  return row?.is_synchronous ?? false;
}
