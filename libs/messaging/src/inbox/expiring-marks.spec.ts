import { beforeEach, describe, expect, test } from '@jest/globals';
import { useStarted } from '@ndx/testing/use-started';
import { v7 } from 'uuid';
import { stepTaken } from '../conformance/events.js';
import {
  batch,
  emptied,
  processorDatabase,
  type ProcessorRig,
} from '../conformance/processor-rig.js';
import { expiringMarks } from './expiring-marks.js';

const HOUR_MS = 3_600_000;

describe('the marks of applied events', () => {
  const database = useStarted(processorDatabase);
  let rig: ProcessorRig;

  beforeEach(async () => {
    rig = await emptied(database);
  });

  const sql = <Row>(statement: string, values: unknown[] = []) =>
    database.dataSource.query<Row[]>(statement, values);
  const mark = async (count: number, hours: { occurred: number; applied: number }) => {
    const ids = Array.from({ length: count }, () =>
      v7({ msecs: Date.now() - hours.occurred * HOUR_MS }),
    );
    await sql(
      `insert into inbox (consumer, event_id, processed_at)
       select 'product-query', id, now() - $2 * interval '1 hour' from unnest($1::uuid[]) id`,
      [ids, hours.applied],
    );
  };
  const ages = async () => {
    const rows = await sql<{ hours: number; n: number }>(
      `select round(extract(epoch from now() - processed_at) / 3600)::int as hours, count(*)::int as n
       from inbox group by 1 order by 1`,
    );
    return rows.map(({ hours, n }) => [hours, n]);
  };

  test('are deleted after their retention, in batches, and no others are', async () => {
    await mark(25, { occurred: 50, applied: 49 });
    await mark(3, { occurred: 47, applied: 47 });
    await mark(2, { occurred: 300, applied: 1 });
    const marks = expiringMarks(database.dataSource, 'product-query', 48);

    expect(await marks.deleteExpired(10)).toBe(10);
    const concurrently = await Promise.all([marks.deleteExpired(10), marks.deleteExpired(10)]);
    expect(concurrently[0] + concurrently[1] + (await marks.deleteExpired(10))).toBe(15);

    expect(await marks.deleteExpired(10)).toBe(0);
    expect(await ages()).toEqual([
      [1, 2],
      [47, 3],
    ]);
  });

  test('of other consumers stay', async () => {
    await mark(1, { occurred: 50, applied: 49 });
    expect(await expiringMarks(database.dataSource, 'furnishing', 48).deleteExpired(10)).toBe(0);
    expect(await ages()).toEqual([[49, 1]]);
  });

  test('expire, so that a redelivered event reaches its handler again', async () => {
    const event = stepTaken('a', 1);
    const handled: number[] = [];
    rig.handle = async (n) => void handled.push(n);
    await rig.processor.onBatch(batch(event));
    await rig.processor.onBatch(batch(event));
    expect(handled).toEqual([1]);

    await sql('delete from inbox');
    await rig.processor.onBatch(batch(event));
    expect(handled).toEqual([1, 1]);
    await rig.processor.onBatch(batch(event));
    expect(handled).toEqual([1, 1]);
  });
});
