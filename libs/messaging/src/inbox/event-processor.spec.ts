import { beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { asAdmin, cutConnections } from '../conformance/bus-servers.js';
import { StepTaken, StepWaitedFor, stepTaken } from '../conformance/events.js';
import {
  batch,
  emptied,
  processorDatabase,
  record,
  seenIn,
  type ProcessorRig,
} from '../conformance/processor-rig.js';
import { silent } from '../conformance/silent-logger.js';
import { outgoingEvent } from '../outbox/outbox-row.js';
import { EventProcessor } from './event-processor.js';

describe('the event processor', () => {
  const database = useStarted(processorDatabase);
  let rig: ProcessorRig;

  beforeEach(async () => {
    rig = await emptied(database);
  });

  const seen = () => seenIn(database);
  const expectOneWaiting = async () => {
    const waiting = await database.dataSource.query<unknown[]>(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(1);
  };

  test('applies the events of a batch in their order, in one transaction', async () => {
    const transactions = new Set<string>();
    rig.handle = async (n, context) => {
      const [row] = await context.manager.query<{ id: string }[]>(
        'select pg_current_xact_id()::text as id',
      );
      transactions.add(row?.id ?? '');
      await record(n, context);
    };

    await rig.processor.onBatch(batch(stepTaken('a', 1), stepTaken('b', 2), stepTaken('a', 3)));

    expect(await seen()).toEqual([1, 2, 3]);
    expect(transactions.size).toBe(1);
    expect(await rig.outcomes()).toEqual({ handled: 3 });
  });

  describe('with batches of several partitions', () => {
    const ofPartition = (partition: number) => ({
      ...batch(stepTaken(`a${partition}`, partition * 10), stepTaken('b', partition * 10 + 1)),
      partition,
    });
    const positions = () =>
      database.dataSource.query<unknown[]>(
        'select partition, next_offset::int from log_position order by partition',
      );

    beforeEach(() => database.dataSource.query('truncate log_position'));

    test('applies them in one transaction, each in its order', async () => {
      const transactions = new Set<string>();
      rig.handle = async (n, context) => {
        const [row] = await context.manager.query<{ id: string }[]>(
          'select pg_current_xact_id()::text as id',
        );
        transactions.add(row?.id ?? '');
        await record(n, context);
      };
      let progress = 0;

      await Promise.all(
        [1, 2, 3].map((partition) =>
          rig.processor.onBatch(ofPartition(partition), () => (progress += partition)),
        ),
      );

      expect(await seen()).toEqual([10, 11, 20, 21, 30, 31]);
      expect(transactions.size).toBe(1);
      expect(await rig.outcomes()).toEqual({ handled: 6 });
      expect(await positions()).toEqual(
        [1, 2, 3].map((partition) => ({ partition, next_offset: 2 })),
      );
      expect(progress).toBe(6 * (1 + 2 + 3));
    });

    test('parks the failing event of one, and applies the others', async () => {
      rig.handle = async (n, context) => {
        await record(n, context);
        if (n === 20) throw new Error('twenty is refused');
      };

      await Promise.all([1, 2, 3].map((each) => rig.processor.onBatch(ofPartition(each))));

      expect((await seen()).toSorted()).toEqual([10, 11, 21, 30, 31]);
      expect(await rig.letters.list()).toMatchObject([{ error: 'Error: twenty is refused' }]);
      expect(await rig.outcomes()).toEqual({ handled: 5, parked: 1 });
      expect(await positions()).toHaveLength(3);
    });

    test('rejects the one whose earlier events are missing, and applies the others', async () => {
      const { events, ...place } = ofPartition(2);
      const later = events.map((event) => ({ ...event, offset: event.offset + 5n }));

      const [one, two] = await Promise.allSettled([
        rig.processor.onBatch(ofPartition(1)),
        rig.processor.onBatch({ ...place, events: later }),
      ]);

      expect(one).toMatchObject({ status: 'fulfilled' });
      expect(two).toMatchObject({ reason: { name: 'MissedEventsError' } });
      expect(await seen()).toEqual([10, 11]);
    });
  });

  test('applies an event once that is twice in a batch', async () => {
    const event = stepTaken('a', 1);
    let calls = 0;
    rig.handle = async () => void (calls += 1);

    await rig.processor.onBatch(batch(event, event));
    await rig.processor.onBatch(batch(event));

    expect(calls).toBe(1);
    expect(await rig.outcomes()).toEqual({ handled: 1, duplicate: 2 });
  });

  test('applies an event once that two members process concurrently', async () => {
    const event = stepTaken('a', 1);

    await Promise.all([rig.processor.onBatch(batch(event)), rig.processor.onBatch(batch(event))]);

    expect(await seen()).toEqual([1]);
    expect(await rig.outcomes()).toEqual({ handled: 1, duplicate: 1 });
  });

  describe('with a handler of several events', () => {
    let calls: number[][];
    let together: EventProcessor;
    beforeEach(() => {
      calls = [];
      together = new EventProcessor({
        dataSource: database.dataSource,
        consumer: 'product-query',
        handlers: new Map([
          [
            StepTaken.type,
            {
              declaration: StepTaken,
              handleAll: async (payloads, { manager }) => {
                const steps = payloads.map((payload) => StepTaken.parse(payload).n);
                calls.push(steps);
                if (steps.includes(2)) throw new Error('two is refused');
                for (const n of steps) await manager.query('insert into seen (n) values ($1)', [n]);
              },
            },
          ],
          [
            StepWaitedFor.type,
            {
              declaration: StepWaitedFor,
              handle: async (payload) => void calls.push([-StepWaitedFor.parse(payload).n]),
            },
          ],
        ]),
        logger: silent,
        retry: { pausesMs: [1], concurrentKeys: 1 },
        metrics: rig.metrics,
      });
    });
    const waitedFor = (n: number) => outgoingEvent(StepWaitedFor, { key: 'b', n }, {}).envelope;

    test('passes consecutive events of its type together, and all others alone, in order', async () => {
      let progress = 0;
      const events = [
        ...[stepTaken('a', 1), stepTaken('b', 3)],
        ...[waitedFor(4), waitedFor(5)],
        stepTaken('a', 6),
      ];
      await together.onBatch(batch(...events, ...events.slice(0, 2)), () => (progress += 1));

      expect(calls).toEqual([[1, 3], [-4], [-5], [6]]);
      expect(await rig.outcomes()).toEqual({ handled: 5, duplicate: 2 });
      expect(progress).toBe(calls.length);
    });

    test('parks the failing event, and applies the others', async () => {
      await together.onBatch(batch(stepTaken('a', 1), stepTaken('b', 2), stepTaken('c', 3)));

      expect((await seen()).toSorted()).toEqual([1, 3]);
      expect(await rig.letters.list()).toMatchObject([
        { status: 'failed', attempts: 2, error: 'Error: two is refused' },
      ]);
      expect(await rig.outcomes()).toEqual({ handled: 2, parked: 1 });
    });
  });

  test('makes four attempts before it parks an event', async () => {
    let tries = 0;
    rig.handle = async (n, context) => {
      await record(n, context);
      tries += 1;
      // The first attempt is the one in the batch.
      if (tries < 5) throw new Error('not yet');
    };

    await rig.processor.onBatch(batch(stepTaken('a', 1)));

    expect(await seen()).toEqual([1]);
    expect(await rig.letters.list()).toEqual([]);
  });

  test.each([
    ['does not fit its declaration', '{"key":"a","n":"one"}', '/n must be integer'],
    ['is not JSON', '{', 'not JSON'],
  ])('parks an event without retries when its payload %s', async (_fault, data, error) => {
    await rig.processor.onBatch(batch({ ...stepTaken('a', 1), data }, stepTaken('b', 2)));

    expect(await seen()).toEqual([2]);
    expect(await rig.letters.list()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining(error) },
    ]);
  });

  test('parks an event whose handler hides a failed statement', async () => {
    rig.handle = async (n, context) => {
      await record(n, context);
      await record(n, context).catch((error: unknown) => error);
    };

    await rig.processor.onBatch(batch(stepTaken('a', 1)));

    expect(await seen()).toEqual([]);
    expect(await rig.letters.list()).toMatchObject([{ status: 'failed', attempts: 4 }]);
  });

  test('parks nothing during a database outage: the bus delivers the batch again', async () => {
    rig.handle = async (n, context) => {
      await record(n, context);
      await asAdmin(cutConnections(database.name));
    };
    const events = batch(stepTaken('a', 1));

    await expect(rig.processor.onBatch(events)).rejects.toThrow();
    rig.handle = record;
    // The bus delivers it again until the database is back.
    await eventually(() => rig.processor.onBatch(events));

    expect(await seen()).toEqual([1]);
    expect(await rig.letters.list()).toEqual([]);
    expect(await rig.outcomes()).toEqual({ handled: 1 });
  });

  test('either handles or parks an event that two members have, never both', async () => {
    const event = stepTaken('a', 1);
    const another = new EventProcessor({
      dataSource: database.dataSource,
      consumer: 'product-query',
      handlers: new Map([
        [
          StepTaken.type,
          { declaration: StepTaken, handle: (_payload, context) => record(1, context) },
        ],
      ]),
      logger: silent,
    });
    let tries = 0;
    let elsewhere: Promise<void> | undefined;
    rig.handle = async () => {
      tries += 1;
      if (tries === 5) {
        elsewhere = another.onBatch(batch(event));
        // It waits for the end of this last attempt.
        await eventually(() => expectOneWaiting());
      }
      throw new Error('fails here');
    };

    await rig.processor.onBatch(batch(event));
    await elsewhere;

    // Most often the other one comes first; otherwise it finds the key parked.
    expect([...(await seen()), ...(await rig.letters.list())]).toHaveLength(1);
  });
});
