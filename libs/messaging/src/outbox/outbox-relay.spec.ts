import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import type { EventBus, OutgoingEvent } from '../bus/port.js';
import { StepTaken } from '../conformance/events.js';
import { serviceDatabase, type ServiceDatabase } from '../conformance/service-database.js';
import { noLog } from '../conformance/no-log.js';
import { silent } from '../conformance/silent-logger.js';
import { OUTBOX_COLUMNS, outboxValues } from './outbox-row.js';
import { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.js';
import type { PublishedLog } from './published-log.js';
import { RelayLease } from './relay-lease.js';

describe('an outbox relay', () => {
  let database: ServiceDatabase;
  const relays: OutboxRelay[] = [];

  beforeEach(async () => {
    database = await serviceDatabase();
  });

  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await database.drop();
  });

  const start = (publish: EventBus['publish'], options: Partial<OutboxRelayOptions> = {}) => {
    const relay = new OutboxRelay({
      dataSource: database.dataSource,
      bus: { ...NO_BUS, publish },
      logger: silent,
      log: noLog,
      pollMs: 10,
      ...options,
    });
    relays.push(relay);
    relay.start();
    return relay;
  };
  const write = async (n: number, data = 0) => {
    const values = outboxValues(StepTaken, { key: `k${n}${' '.repeat(data)}`, n }, {});
    await database.dataSource.query(
      `insert into outbox (${OUTBOX_COLUMNS}) values (${values.map((_, i) => `$${i + 1}`).join()})`,
      values,
    );
  };
  const left = async () => {
    const rows = await database.dataSource.query<unknown[]>('select 1 from outbox');
    return rows.length;
  };

  test('keeps events that the bus did not accept, and retries', async () => {
    await write(1);
    const tries: number[] = [];
    const relay = start(async (events) => {
      tries.push(events.length);
      if (tries.length < 3) throw new Error('the bus is down');
    });

    await eventually(async () => expect(await left()).toBe(0));

    expect(tries).toEqual([1, 1, 1]);
    expect(relay.trouble).toBeUndefined();
  });

  test('publishes alone: a second relay waits, and takes over when the first stops', async () => {
    const published: string[] = [];
    const by = (name: string) => async (events: readonly OutgoingEvent[]) =>
      void published.push(...events.map(() => name));
    const first = start(by('first'));
    await write(1);
    await eventually(() => expect(published).toEqual(['first']));
    start(by('second'));
    await write(2);
    await eventually(() => expect(published).toEqual(['first', 'first']));

    await first.stop();
    await write(3);

    await eventually(() => expect(published).toEqual(['first', 'first', 'second']));
  });

  test('can be stopped while it waits for further events', async () => {
    const published: number[] = [];
    const relay = start(async (events) => void published.push(events.length), {
      busyLingerMs: 3_600_000,
    });
    await write(1);
    await eventually(() => expect(published).toEqual([1]));

    await relay.stop();

    expect(await left()).toBe(0);
  });

  test('takes over from a killed relay after its lease expires', async () => {
    const killed = new RelayLease(database.dataSource, 300);
    expect(await killed.hold()).toBe('1');
    await write(1);
    start(async () => undefined);

    await eventually(async () => expect(await left()).toBe(0));

    expect(await new RelayLease(database.dataSource, 300).hold()).toBeUndefined();
  });

  test('that loses its lease while it sends marks nothing', async () => {
    await write(1);
    let sent = 0;
    const stalled = start(async () => {
      sent += 1;
      if (sent > 1) return;
      await database.dataSource.query(
        `update relay_lease set owner = 'another', token = token + 1, expires_at = 'infinity'`,
      );
    });

    await eventually(() => expect(sent).toBe(1));
    await stalled.stop();

    expect(await left()).toBe(1);
  });

  test('enters each published event in the log once, when it leaves the outbox', async () => {
    const entered: string[] = [];
    const log: PublishedLog = {
      append: async (manager, events) => {
        expect(await manager.query('select 1 from outbox')).toEqual([]);
        entered.push(...events.map(({ envelope }) => envelope.data));
      },
    };
    for (let n = 0; n < 3; n += 1) await write(n);
    start(async () => undefined, { log });

    await eventually(async () => expect(await left()).toBe(0));

    expect(entered).toHaveLength(3);
  });

  test('keeps the outbox and retries when the embedded log cannot be written', async () => {
    await write(1);
    let tries = 0;
    const log: PublishedLog = {
      append: async (_, events) => {
        tries += 1;
        if (tries === 1) throw new Error('the log is full');
        expect(events).toHaveLength(1);
      },
    };
    const published: number[] = [];
    start(async (events) => void published.push(events.length), { log });

    await eventually(async () => expect(await left()).toBe(0));

    expect([tries, published]).toEqual([2, [1, 1]]);
  });

  test('that loses its lease while it sends enters nothing in the log', async () => {
    await write(1);
    let sent = 0;
    const entered: number[] = [];
    const log: PublishedLog = {
      append: async (_, events) => void entered.push(events.length),
    };
    const stalled = start(
      async () => {
        sent += 1;
        if (sent > 1) return;
        await database.dataSource.query(
          `update relay_lease set owner = 'another', token = token + 1, expires_at = 'infinity'`,
        );
      },
      { log },
    );

    await eventually(() => expect(sent).toBe(1));
    await stalled.stop();

    expect(entered.reduce((sum, count) => sum + count, 0)).toBe(0);
    expect(await left()).toBe(1);
  });

  test('cannot lose its lease between deleting and entering', async () => {
    await write(1);
    let taken: unknown;
    const log: PublishedLog = {
      append: async () => {
        const rival = database.dataSource.query(
          `update relay_lease set owner = 'another', token = token + 1 returning token`,
        );
        // The rival waits for this transaction, so that it sees its result.
        await eventually(async () => {
          const [row] = await database.dataSource.query<{ n: number }[]>(
            `select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          expect(row?.n).toBe(1);
        });
        taken = rival;
      },
    };
    start(async () => undefined, { log });
    await eventually(async () => expect(await left()).toBe(0));
    await taken;
  });

  test('reads a long backlog in parts', async () => {
    for (let n = 0; n < 16; n += 1) await write(n, 380_000);
    const batches: number[] = [];
    start(async (events) => void batches.push(events.length));

    await eventually(async () => expect(await left()).toBe(0));

    expect(Math.max(...batches)).toBeLessThan(16);
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(16);
  });
});

const unused = () => Promise.reject(new Error('not used'));
const NO_BUS: EventBus = {
  ensureTopics: unused,
  publish: unused,
  subscribe: unused,
  outage: unused,
  close: unused,
};
