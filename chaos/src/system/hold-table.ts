import type { StatefulServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import pg from 'pg';
import type { System } from './system.js';

/** A locked table: every request that needs it stays in flight. */
export interface HeldTable {
  /** Waits until that many requests wait for the table. */
  waiting(count: number): Promise<void>;
  release(): Promise<void>;
}

export async function holdTable(
  system: System,
  service: StatefulServiceName,
  table: string,
): Promise<HeldTable> {
  const client = new pg.Client({
    connectionString: system.network.databases.postgres.url(service),
  });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
  return {
    waiting: (count) =>
      eventually(async () => {
        const { rows } = await client.query<{ waiting: number }>(
          'select count(*)::int as waiting from pg_locks where relation = $1::regclass and not granted',
          [table],
        );
        const waiting = rows[0]?.waiting ?? 0;
        if (waiting < count) throw new Error(`only ${waiting} of ${count} requests wait`);
      }),
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}
