import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually } from '@ndx/testing';
import type { DataSource } from 'typeorm';
import { createLogger } from '@ndx/telemetry';
import { createServiceDataSource } from '../definition/service-data-source.js';
import { DeleteExpiredRows } from '../retention/delete-expired-rows.js';
import { expiringKeys } from './expiring-keys.js';

describe('idempotency keys', () => {
  let dataSource: DataSource;
  let drop: () => Promise<void>;
  const running: DeleteExpiredRows[] = [];

  beforeEach(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    dataSource = createServiceDataSource({
      url: database.url,
      poolSize: 4,
      rows: [],
      migrations: [],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await dataSource.destroy();
    await drop();
  });

  const add = async (hoursAgo: number, count: number) => {
    const scopes = Array.from({ length: count }, () => randomBytes(32));
    await dataSource.query(
      `insert into idempotency_key (scope, answer, answered_at)
       select scope, 'x', now() - $2 * interval '1 hour' from unnest($1::bytea[]) as scope`,
      [scopes, hoursAgo],
    );
  };
  const ages = async () => {
    const rows = await dataSource.query<{ hours: number; n: number }[]>(
      `select round(extract(epoch from now() - answered_at) / 3600)::int as hours, count(*)::int as n
       from idempotency_key group by 1 order by 1`,
    );
    return rows.map(({ hours, n }) => [hours, n]);
  };
  const start = (batchSize: number) => {
    const deletion = new DeleteExpiredRows({
      rows: expiringKeys(dataSource, 48),
      logger: createLogger('consent', 'silent'),
      everyMs: 20,
      batchSize,
    });
    running.push(deletion);
    deletion.start();
    return deletion;
  };

  test('are deleted after their retention, in batches, by any number of replicas', async () => {
    await add(49, 95);
    await add(47, 3);
    await add(0, 2);
    start(10);
    start(10);

    await eventually(async () =>
      expect(await ages()).toEqual([
        [0, 2],
        [47, 3],
      ]),
    );

    await add(49, 1);
    await eventually(async () =>
      expect(await ages()).toEqual([
        [0, 2],
        [47, 3],
      ]),
    );
  });

  test('are deleted again after an outage of the database', async () => {
    await dataSource.query('alter table idempotency_key rename to elsewhere');
    const deletion = start(10);
    await eventually(() => expect(deletion.trouble).toBeDefined());
    await dataSource.query('alter table elsewhere rename to idempotency_key');
    await add(49, 1);

    await eventually(async () => expect(await ages()).toEqual([]));
    await eventually(() => expect(deletion.trouble).toBeUndefined());
  });
});
