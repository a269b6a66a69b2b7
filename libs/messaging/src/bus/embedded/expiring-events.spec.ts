import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { StepTaken, stepTaken } from '../../conformance/events.js';
import { silent } from '../../conformance/silent-logger.js';
import { EmbeddedBus } from './embedded-bus.js';

const HOUR_MS = 3_600_000;
const { topic } = StepTaken;
const OTHER_TOPIC = `other-than.${topic}`;

describe('the events of a topic with a retention on the embedded bus', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let bus: EmbeddedBus;

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    bus = new EmbeddedBus({
      databaseUrl: database.url,
      logger: silent,
      partitions: 2,
      pollMs: 20,
      keepHours: new Map([
        [topic, 24],
        [OTHER_TOPIC, 0],
      ]),
    });
    await bus.ensureTopics([topic, OTHER_TOPIC]);
  });
  afterEach(async () => {
    await bus.close();
    await admin.end();
    await database.drop();
  });

  const publish = (hoursAgo: number, numbers: readonly number[], on = topic) => {
    const time = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    return bus.publish(
      numbers.map((n) => ({
        topic: on,
        key: 'a',
        envelope: { ...stepTaken('a', n), time },
      })),
    );
  };
  const stored = async (on = topic) => {
    const { rows } = await admin.query<{ n: number }>(
      `select (data::json ->> 'n')::int as n from bus_event where topic = $1 order by "offset"`,
      [on],
    );
    return rows.map(({ n }) => n);
  };
  const deleteExpired = async (limit = 100) => {
    const deleted: number[] = [];
    for (const rows of bus.expiring) deleted.push(await rows.deleteExpired(limit));
    return deleted;
  };
  const read = async (group: string) => {
    const numbers: number[] = [];
    const subscription = await bus.subscribe({
      group,
      topics: [topic],
      onBatch: async ({ events }) => {
        numbers.push(...events.map(({ envelope }) => StepTaken.parse(JSON.parse(envelope.data)).n));
      },
    });
    return { numbers, subscription };
  };

  test('are deleted from the oldest on, in batches; other topics keep theirs', async () => {
    await publish(25, [1, 2, 3]);
    await publish(23, [4]);
    await publish(25, [5]);
    await publish(900, [6], OTHER_TOPIC);

    expect(await deleteExpired(2)).toEqual([2]);
    expect(await deleteExpired(2)).toEqual([1]);
    expect(await deleteExpired(2)).toEqual([0]);

    // An old event after a kept one stays until that expires: a log has no gaps.
    expect(await stored()).toEqual([4, 5]);
    expect(await stored(OTHER_TOPIC)).toEqual([6]);
  });

  test('are skipped by a group that has not read them, and by a new group', async () => {
    await publish(25, [1, 2]);
    const { numbers, subscription } = await read('first');
    await subscription.caughtUp();
    expect(numbers).toEqual([1, 2]);
    await subscription.stop();
    await publish(25, [3, 4]);
    await deleteExpired();
    expect(await stored()).toEqual([]);

    const again = await read('first');
    const late = await read('late');
    for (const each of [again, late]) {
      await each.subscription.caughtUp();
      expect(await each.subscription.lag()).toBe(0);
      const used = (await each.subscription.progress()).filter(({ end }) => end > 0n);
      expect(used).toMatchObject([{ start: 4n, next: 4n, end: 4n }]);
    }
    await publish(0, [5]);
    await eventually(() => {
      expect(again.numbers).toEqual([5]);
      expect(late.numbers).toEqual([5]);
    });
  });

  test('are deleted while a group reads them, and no later event is lost or repeated', async () => {
    await publish(25, [1, 2]);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const numbers: number[] = [];
    await bus.subscribe({
      group: 'slow',
      topics: [topic],
      onBatch: async ({ events }) => {
        const batch = events.map(({ envelope }) => StepTaken.parse(JSON.parse(envelope.data)).n);
        if (batch.includes(1)) await finished;
        numbers.push(...batch);
      },
    });
    await eventually(async () => {
      const { rows } = await admin.query('select from bus_progress where owner is not null');
      expect(rows).toHaveLength(2);
    });
    await publish(25, [3]);
    await deleteExpired();
    await publish(0, [4]);
    finish();

    await eventually(() => expect(numbers.at(-1)).toBe(4));
    expect(numbers.filter((n) => n === 4)).toEqual([4]);
    expect(await stored()).toEqual([4]);
  });
});
