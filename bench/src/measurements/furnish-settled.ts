import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';

const POLL_MS = 100;

/** Waits until all furnished records are queryable and all outboxes are empty. */
export class Settling {
  private constructor(
    private readonly productQuery: pg.Client,
    private readonly writers: readonly pg.Client[],
  ) {}

  static async connect({ databases }: LocalNetwork): Promise<Settling> {
    const connect = async (service: 'product-query' | 'furnishing' | 'entity') => {
      const client = new pg.Client({ connectionString: databases.urls.get(service) });
      await client.connect();
      return client;
    };
    return new Settling(await connect('product-query'), [
      await connect('furnishing'),
      await connect('entity'),
    ]);
  }

  /** @param records total number of furnished records; each is about a different business */
  async settled(records: number): Promise<void> {
    while (!(await this.isSettled(records))) await pause(POLL_MS);
  }

  async close(): Promise<void> {
    await Promise.all([this.productQuery, ...this.writers].map((client) => client.end()));
  }

  private async isSettled(records: number): Promise<boolean> {
    for (const writer of this.writers) {
      const { rowCount } = await writer.query('select from outbox limit 1');
      if (rowCount !== 0) return false;
    }
    // Counting the rows of both copies is enough, because each batch is applied in one transaction.
    const { rows } = await this.productQuery.query<{ businesses: number; subjects: number }>(
      `select (select count(*)::int from statement where model = $1) as businesses,
         (select count(*)::int from subject_copy) as subjects`,
      ['business_identity_verification'],
    );
    const [counted] = rows;
    return counted?.businesses === records && counted.subjects === records;
  }
}
