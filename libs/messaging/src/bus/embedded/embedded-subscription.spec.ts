import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { StepTaken, stepTaken } from '../../conformance/events.js';
import { silent } from '../../conformance/silent-logger.js';
import { EmbeddedBus } from './embedded-bus.js';

const HOUR_MS = 3_600_000;

describe('the partitions of the embedded bus', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  const buses: EmbeddedBus[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });

  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await admin.end();
    await database.drop();
  });

  const bus = (leaseMs = 600, pollMs = 50) => {
    const made = new EmbeddedBus({ databaseUrl: database.url, logger: silent, leaseMs, pollMs });
    buses.push(made);
    return made;
  };
  const join = (onBatch: () => Promise<void> = () => Promise.resolve()) =>
    bus().subscribe({ group: 'group', topics: [StepTaken.topic], onBatch });
  const shares = async () => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from bus_progress where owner is not null
       group by owner order by n`,
    );
    return rows.map(({ n }) => n);
  };

  test('are shared equally, and rebalanced when a member joins or leaves', async () => {
    await bus().ensureTopics([StepTaken.topic]);
    await join();
    await eventually(async () => expect(await shares()).toEqual([8]));
    await join();
    const third = await join();
    await eventually(async () => expect(await shares()).toEqual([2, 3, 3]));

    await third.stop();

    await eventually(async () => expect(await shares()).toEqual([4, 4]));
  });

  test('are read in parts when their events are large', async () => {
    const large = ' '.repeat(400_000);
    const sizes: number[] = [];
    await bus().ensureTopics([StepTaken.topic]);
    await bus().publish(
      [1, 2, 3, 4, 5].map((n) => {
        const envelope = stepTaken('a', n);
        return {
          topic: StepTaken.topic,
          key: 'a',
          envelope: { ...envelope, data: envelope.data + large },
        };
      }),
    );

    await bus().subscribe({
      group: 'group',
      topics: [StepTaken.topic],
      onBatch: async ({ events }) => void sizes.push(events.length),
    });

    await eventually(() => expect(sizes).toEqual([3, 2]));
  });

  test('are read when another process publishes, without polling', async () => {
    const seen: string[] = [];
    const isListening = async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity
         where datname = current_database() and query = 'listen bus_published'`,
      );
      expect(rowCount).toBe(1);
    };
    await bus().ensureTopics([StepTaken.topic]);
    await bus(HOUR_MS, HOUR_MS).subscribe({
      group: 'group',
      topics: [StepTaken.topic],
      onBatch: async ({ events }) =>
        void seen.push(...events.map(({ envelope }) => envelope.subject)),
    });
    await eventually(isListening);
    await eventually(async () => expect(await shares()).toEqual([8]));

    await bus().publish([{ topic: StepTaken.topic, key: 'a', envelope: stepTaken('a', 1) }]);

    await eventually(() => expect(seen).toEqual(['a']));
  });

  test('of a killed member are taken over after its lease expires', async () => {
    await bus().ensureTopics([StepTaken.topic]);
    await admin.query(
      `with killed as (
         insert into bus_member (group_name, member, expires_at)
         values ('group', gen_random_uuid(), clock_timestamp() + interval '300 ms') returning member
       )
       insert into bus_progress (group_name, topic, partition, owner, epoch)
       select 'group', topic, partition, member, 1 from bus_partition, killed`,
    );

    await join();

    await eventually(async () => expect(await shares()).toEqual([8]));
  });

  test('do not progress for a member that has lost its lease', async () => {
    const publisher = bus();
    await publisher.ensureTopics([StepTaken.topic]);
    await publisher.publish([{ topic: StepTaken.topic, key: 'a', envelope: stepTaken('a', 1) }]);
    let deliveries = 0;
    const stalled = await join(async () => {
      deliveries += 1;
      if (deliveries > 1) return;
      await admin.query('update bus_progress set owner = gen_random_uuid(), epoch = epoch + 1');
    });

    // The event is finished only after the partition has come back.
    await eventually(async () => expect(await stalled.lag()).toBe(0));

    expect(deliveries).toBe(2);
  });

  test('are polled again when the database does not answer', async () => {
    await bus().ensureTopics([StepTaken.topic]);
    const subscription = await join();
    await eventually(async () => expect(await shares()).toEqual([8]));

    // Readers wait for this session.
    await admin.query('begin; lock table bus_progress');

    await eventually(() => expect(subscription.state()).toBe('recovering'));
    await admin.query('rollback');
    await eventually(() => expect(subscription.state()).toBe('running'));
  });

  test('keep their offsets without gaps under concurrent publishing', async () => {
    await bus().ensureTopics([StepTaken.topic]);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const publisher = bus();
        for (let n = 0; n < 20; n += 1) {
          const events = ['a', 'b', 'c', 'd'].map((key) => stepTaken(key, n));
          await publisher.publish(
            events.map((envelope) => ({ topic: StepTaken.topic, key: envelope.subject, envelope })),
          );
        }
      }),
    );

    const { rows } = await admin.query<{ gapless: boolean; n: number }>(
      `select sum(events)::int as n, bool_and(events = next_offset and next_offset = last + 1) as gapless
       from (select topic, partition, count(*) as events, max("offset") as last
             from bus_event group by topic, partition) e join bus_partition using (topic, partition)`,
    );
    expect(rows).toEqual([{ n: 320, gapless: true }]);
  });

  test('reject an event without a topic', async () => {
    const publisher = bus();
    await publisher.ensureTopics([]);

    await expect(
      publisher.publish([{ topic: 'nobody.events', key: 'a', envelope: stepTaken('a', 1) }]),
    ).rejects.toThrow('no such topic: nobody.events');
  });
});
