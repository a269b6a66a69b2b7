import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@ndx/postgres';
import { eventually } from '@ndx/testing';
import type { EventEnvelope } from '../bus/port.js';
import { StepTaken, stepTaken } from '../conformance/events.js';
import { serviceDatabase, type ServiceDatabase } from '../conformance/service-database.js';
import { silent } from '../conformance/silent-logger.js';
import { EventProcessor } from '../inbox/event-processor.js';
import { DeadLetters } from './dead-letters.js';

describe('a redrive', () => {
  let database: ServiceDatabase;
  let processor: EventProcessor;
  let letters: DeadLetters;
  let seen: number[];
  let refused: Set<number>;
  /** Called by the handler before it finishes. */
  let meanwhile: () => Promise<unknown>;

  beforeEach(async () => {
    database = await serviceDatabase();
    seen = [];
    refused = new Set();
    meanwhile = () => Promise.resolve();
    processor = new EventProcessor({
      dataSource: database.dataSource,
      consumer: 'product-query',
      handlers: new Map([
        [
          StepTaken.type,
          {
            declaration: StepTaken,
            async handle(payload) {
              const { n } = StepTaken.parse(payload);
              if (refused.has(n)) throw new Error(`${n} is refused`);
              await meanwhile();
              seen.push(n);
            },
          },
        ],
      ]),
      logger: silent,
      retry: { pausesMs: [], concurrentKeys: 1 },
    });
    letters = new DeadLetters(database.dataSource, processor);
  });

  afterEach(() => database.drop());

  const arrive = (...envelopes: EventEnvelope[]) =>
    processor.onBatch({
      topic: 'consent.events',
      partition: 0,
      events: envelopes.map((envelope, index) => ({ offset: BigInt(index), envelope })),
    });

  test('stops at a letter that fails again, and keeps the letters behind it', async () => {
    refused.add(1).add(2);
    await arrive(stepTaken('a', 1), stepTaken('a', 2), stepTaken('a', 3));
    refused.delete(1);

    expect(await letters.redrive()).toEqual({ handled: 1, freedKeys: 0, failedKeys: 1 });

    expect(seen).toEqual([1]);
    expect(await letters.list()).toMatchObject([
      { status: 'failed', attempts: 1, error: 'Error: 2 is refused' },
      { status: 'waiting', attempts: 0, error: null },
    ]);
  });

  test('of one key leaves the others parked', async () => {
    refused.add(1).add(2);
    await arrive(stepTaken('a', 1), stepTaken('b', 2));
    refused.clear();

    await letters.redrive({ key: 'b' });

    expect(seen).toEqual([2]);
    expect(await letters.list()).toMatchObject([{ key: 'a' }]);
  });

  test('skips a letter that was applied meanwhile', async () => {
    refused.add(1);
    const event = stepTaken('a', 1);
    await arrive(event);
    refused.clear();
    await inTransaction(database.dataSource, (manager) => processor.apply(manager, [event]));

    expect(await letters.redrive()).toEqual({ handled: 1, freedKeys: 1, failedKeys: 0 });

    expect(seen).toEqual([1]);
  });

  test('and a redelivery keep one letter for an event', async () => {
    refused.add(1);
    const event = stepTaken('a', 1);
    await arrive(event);
    await arrive(event, event);

    expect(await letters.list()).toHaveLength(1);
  });

  test('that is about to end lets no new event overtake, and loses none', async () => {
    refused.add(1);
    await arrive(stepTaken('a', 1));
    refused.clear();
    let arrival: Promise<void> | undefined;
    let heldUp = false;
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      arrival = arrive(stepTaken('a', 2));
      // It waits for the key's lock until this letter is done.
      await eventually(async () => {
        const waiting = await database.dataSource.query<unknown[]>(
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      heldUp = true;
    };

    await letters.redrive();
    await arrival;
    await letters.redrive();

    expect(heldUp).toBe(true);
    expect(seen).toEqual([1, 2]);
    expect(await letters.list()).toEqual([]);
  });

  test('stops between two letters when it is told to, and another redrive continues', async () => {
    refused.add(1);
    await arrive(stepTaken('a', 1), stepTaken('a', 2), stepTaken('b', 3));
    refused.clear();
    const stop = new AbortController();
    meanwhile = () => {
      stop.abort();
      return Promise.resolve();
    };

    const stopped = await letters.redrive({ signal: stop.signal });

    expect(stopped).toEqual({ handled: 1, freedKeys: 0, failedKeys: 0 });
    expect(await letters.isParked('a')).toBe(true);
    expect(await letters.redrive()).toEqual({ handled: 1, freedKeys: 1, failedKeys: 0 });
    expect(seen).toEqual([3, 1, 2]);
    expect(await letters.isParked('a')).toBe(false);
  });

  test('has the letters in pages, in the order of the list', async () => {
    refused.add(1);
    await arrive(stepTaken('a', 1), stepTaken('a', 2), stepTaken('a', 3));

    const first = await letters.page({ after: 0, limit: 2 });
    const rest = await letters.page({ after: Number(first.at(-1)?.seq), limit: 2 });

    expect(first).toHaveLength(2);
    expect([...first, ...rest]).toMatchObject(await letters.list());
  });

  test('that runs twice at the same time has one effect', async () => {
    refused.add(1);
    await arrive(stepTaken('a', 1), stepTaken('a', 2));
    refused.clear();

    await Promise.all([letters.redrive(), letters.redrive()]);

    expect(seen).toEqual([1, 2]);
  });
});
