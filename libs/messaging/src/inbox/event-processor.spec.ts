import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { Registry } from 'prom-client';
import type { DeliveredBatch, EventEnvelope } from '../bus/port.js';
import { asAdmin, cutConnections } from '../conformance/bus-servers.js';
import { StepTaken, StepWaitedFor, stepTaken } from '../conformance/events.js';
import { serviceDatabase, type ServiceDatabase } from '../conformance/service-database.js';
import { silent } from '../conformance/silent-logger.js';
import { DeadLetters } from '../dead-letters/dead-letters.js';
import { MessagingMetrics } from '../metrics.js';
import { outgoingEvent } from '../outbox/outbox-row.js';
import type { EventContext } from './event-handler.js';
import { EventProcessor } from './event-processor.js';

type Handle = (n: number, context: EventContext) => Promise<void>;

describe('the event processor', () => {
  let database: ServiceDatabase;
  let processor: EventProcessor;
  let letters: DeadLetters;
  let handle: Handle;
  let registry: Registry;
  let metrics: MessagingMetrics;

  const record: Handle = async (n, { manager }) => {
    await manager.query('insert into seen (n) values ($1)', [n]);
  };

  beforeAll(async () => {
    database = await serviceDatabase();
    await database.dataSource.query(
      'create table seen (position bigint generated always as identity, n integer unique)',
    );
  });

  beforeEach(async () => {
    await database.dataSource.query('truncate seen, inbox, dead_letter, parked_key');
    handle = record;
    registry = new Registry();
    metrics = new MessagingMetrics(registry);
    processor = new EventProcessor({
      dataSource: database.dataSource,
      consumer: 'product-query',
      handlers: new Map([
        [
          StepTaken.type,
          {
            declaration: StepTaken,
            handle: (payload, context) => handle(StepTaken.parse(payload).n, context),
          },
        ],
      ]),
      logger: silent,
      retry: { pausesMs: [1, 1, 1], concurrentKeys: 2 },
      metrics,
    });
    letters = new DeadLetters(database.dataSource, processor);
  });

  afterAll(() => database.drop());

  const seen = async () => {
    const rows = await database.dataSource.query<{ n: number }[]>(
      'select n from seen order by position',
    );
    return rows.map(({ n }) => n);
  };
  const expectOneWaiting = async () => {
    const waiting = await database.dataSource.query<unknown[]>(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(1);
  };
  const outcomes = async (): Promise<Record<string, number>> => {
    const metric = await registry.getSingleMetric('messaging_events_total')?.get();
    const sums: Record<string, number> = {};
    for (const { labels, value } of metric?.values ?? []) {
      const outcome = String(labels['outcome']);
      sums[outcome] = (sums[outcome] ?? 0) + value;
    }
    return sums;
  };

  test('applies the events of a batch in their order, in one transaction', async () => {
    const transactions = new Set<string>();
    handle = async (n, context) => {
      const [row] = await context.manager.query<{ id: string }[]>(
        'select pg_current_xact_id()::text as id',
      );
      transactions.add(row?.id ?? '');
      await record(n, context);
    };

    await processor.onBatch(batch(stepTaken('a', 1), stepTaken('b', 2), stepTaken('a', 3)));

    expect(await seen()).toEqual([1, 2, 3]);
    expect(transactions.size).toBe(1);
    expect(await outcomes()).toEqual({ handled: 3 });
  });

  test('applies an event once that is twice in a batch', async () => {
    const event = stepTaken('a', 1);
    let calls = 0;
    handle = async () => void (calls += 1);

    await processor.onBatch(batch(event, event));
    await processor.onBatch(batch(event));

    expect(calls).toBe(1);
    expect(await outcomes()).toEqual({ handled: 1, duplicate: 2 });
  });

  test('applies an event once that two members process concurrently', async () => {
    const event = stepTaken('a', 1);

    await Promise.all([processor.onBatch(batch(event)), processor.onBatch(batch(event))]);

    expect(await seen()).toEqual([1]);
    expect(await outcomes()).toEqual({ handled: 1, duplicate: 1 });
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
        metrics,
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
      expect(await outcomes()).toEqual({ handled: 5, duplicate: 2 });
      expect(progress).toBe(calls.length);
    });

    test('parks the failing event, and applies the others', async () => {
      await together.onBatch(batch(stepTaken('a', 1), stepTaken('b', 2), stepTaken('c', 3)));

      expect((await seen()).toSorted()).toEqual([1, 3]);
      expect(await letters.list()).toMatchObject([
        { status: 'failed', attempts: 2, error: 'Error: two is refused' },
      ]);
      expect(await outcomes()).toEqual({ handled: 2, parked: 1 });
    });
  });

  test('makes four attempts before it parks an event', async () => {
    let tries = 0;
    handle = async (n, context) => {
      await record(n, context);
      tries += 1;
      // The first attempt is the one in the batch.
      if (tries < 5) throw new Error('not yet');
    };

    await processor.onBatch(batch(stepTaken('a', 1)));

    expect(await seen()).toEqual([1]);
    expect(await letters.list()).toEqual([]);
  });

  test.each([
    ['does not fit its declaration', '{"key":"a","n":"one"}', '/n must be integer'],
    ['is not JSON', '{', 'not JSON'],
  ])('parks an event without retries when its payload %s', async (_fault, data, error) => {
    await processor.onBatch(batch({ ...stepTaken('a', 1), data }, stepTaken('b', 2)));

    expect(await seen()).toEqual([2]);
    expect(await letters.list()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining(error) },
    ]);
  });

  test('parks an event whose handler hides a failed statement', async () => {
    handle = async (n, context) => {
      await record(n, context);
      await record(n, context).catch((error: unknown) => error);
    };

    await processor.onBatch(batch(stepTaken('a', 1)));

    expect(await seen()).toEqual([]);
    expect(await letters.list()).toMatchObject([{ status: 'failed', attempts: 4 }]);
  });

  test('parks nothing during a database outage: the bus delivers the batch again', async () => {
    handle = async (n, context) => {
      await record(n, context);
      await asAdmin(cutConnections(database.name));
    };
    const events = batch(stepTaken('a', 1));

    await expect(processor.onBatch(events)).rejects.toThrow();
    handle = record;
    // The bus delivers it again until the database is back.
    await eventually(() => processor.onBatch(events));

    expect(await seen()).toEqual([1]);
    expect(await letters.list()).toEqual([]);
    expect(await outcomes()).toEqual({ handled: 1 });
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
    handle = async () => {
      tries += 1;
      if (tries === 5) {
        elsewhere = another.onBatch(batch(event));
        // It waits for the end of this last attempt.
        await eventually(() => expectOneWaiting());
      }
      throw new Error('fails here');
    };

    await processor.onBatch(batch(event));
    await elsewhere;

    // Most often the other one comes first; otherwise it finds the key parked.
    expect([...(await seen()), ...(await letters.list())]).toHaveLength(1);
  });

  test('applies a direct delivery at once, and skips its events on the bus', async () => {
    const event = stepTaken('a', 1);

    await processor.deliver([event]);
    await processor.onBatch(batch(event));

    expect(await seen()).toEqual([1]);
    expect(await outcomes()).toEqual({ handled: 1, duplicate: 1 });
  });

  test('reports a failed direct delivery to the writer, and applies none of it', async () => {
    handle = async (n, context) => {
      await record(n, context);
      if (n === 2) throw new Error('refused');
    };
    const unheardOf = { ...stepTaken('a', 3), type: 'consent.unheard-of.v1' };

    await expect(processor.deliver([stepTaken('a', 1), stepTaken('a', 2)])).rejects.toThrow(
      'refused',
    );
    await expect(processor.deliver([unheardOf])).rejects.toThrow('no handler');

    expect(await seen()).toEqual([]);
    expect(await outcomes()).toEqual({});
  });

  describe('with copies at the revision of a direct delivery or past it', () => {
    const standing = (event: EventEnvelope) => ({
      ...({ aggregate: 'consent', key: event.subject, revision: 7 } as const),
      ...{ event_id: null, state: {}, refused_event_id: event.id },
    });
    const reporting =
      (effects: Readonly<Record<number, 'refused' | 'applied'>>): Handle =>
      async (n, context) => {
        await record(n, context);
        const effect = effects[n];
        if (effect) await context.overtaken(standing(context.envelope), effect);
      };

    test('returns the copies that applied the event, and processes it again from the bus', async () => {
      const [one, other] = [stepTaken('a', 1), stepTaken('b', 2)];
      handle = reporting({ 1: 'applied' });

      expect(await processor.deliver([one, other])).toEqual([standing(one)]);
      expect(await seen()).toEqual([1, 2]);
      const marked: unknown = await database.dataSource.query('select event_id as id from inbox');
      expect(marked).toEqual([{ id: other.id }]);
    });

    test('returns only the copies that rejected the event when one did, and applies nothing', async () => {
      const [one, other] = [stepTaken('a', 1), stepTaken('b', 2)];
      handle = reporting({ 1: 'applied', 2: 'refused' });

      expect(await processor.deliver([one, other])).toEqual([standing(other)]);
      expect(await seen()).toEqual([]);
    });
  });

  test('applies a direct delivery to a parked key', async () => {
    handle = () => Promise.reject(new Error('broken'));
    await processor.onBatch(batch(stepTaken('a', 1)));
    handle = record;

    await processor.deliver([stepTaken('a', 2)]);

    expect(await seen()).toEqual([2]);
  });
});

function batch(...envelopes: EventEnvelope[]): DeliveredBatch {
  return {
    topic: 'consent.events',
    partition: 0,
    events: envelopes.map((envelope, index) => ({ offset: BigInt(index), envelope })),
  };
}
