import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DomainError, type StatefulServiceName } from '@ndx/contracts';
import { useStarted } from '@ndx/testing/use-started';
import { OthersStep, StepTaken, StepWaitedFor } from '../conformance/events.js';
import { serviceDatabase } from '../conformance/service-database.js';
import type { EventEnvelope } from '../bus/port.js';
import type { Transaction } from './transaction.js';
import { Transactions } from './transactions.js';

const ACCOUNT = '0192d3c0-0000-7000-8000-000000000001';

describe('a transaction', () => {
  const database = useStarted(serviceDatabase);
  let transactions: Transactions;
  let wakes = 0;
  const delivered: [StatefulServiceName, readonly EventEnvelope[]][] = [];
  let failDelivery = false;

  beforeAll(async () => {
    await database.dataSource.query('create table thing (name text primary key)');
    transactions = new Transactions({
      dataSource: database.dataSource,
      source: 'consent',
      context: () => ({ requestId: 'request-1', traceparent: '00-1-2-01', accountId: ACCOUNT }),
      wake: () => (wakes += 1),
      deliver: {
        async deliver(service, events) {
          if (failDelivery) throw new Error('unreachable');
          delivered.push([service, events]);
        },
      },
    });
  });

  beforeEach(async () => {
    await database.dataSource.query('truncate thing, outbox');
    wakes = 0;
    delivered.length = 0;
    failDelivery = false;
  });

  const count = async (table: 'thing' | 'outbox') => {
    const [row] = await database.dataSource.query<{ n: number }[]>(
      `select count(*)::int as n from ${table}`,
    );
    return row?.n;
  };
  const save = ({ manager }: Transaction, name = 'x') =>
    manager.query('insert into thing values ($1)', [name]);

  test('publishes its events, and wakes the relay', async () => {
    const result = await transactions.run(async (transaction) => {
      await save(transaction);
      transaction.publish(StepTaken, { key: 'a', n: 1 });
      return 'saved';
    });

    expect(result).toBe('saved');
    expect(await count('thing')).toBe(1);
    const [row] = await database.dataSource.query<unknown[]>('select * from outbox');
    expect(row).toMatchObject({
      topic: 'consent.events',
      key: 'a',
      type: 'consent.step-taken.v1',
      source: 'consent',
      request_id: 'request-1',
      traceparent: '00-1-2-01',
      account_id: ACCOUNT,
      audit_logs: '',
      data: '{"key":"a","n":1}',
    });
    expect(wakes).toBe(1);
  });

  test('that fails writes neither a row nor an event', async () => {
    const failing = transactions.run(async (transaction) => {
      await save(transaction);
      transaction.publish(StepTaken, { key: 'a', n: 1 });
      throw new Error('a rule was broken');
    });

    await expect(failing).rejects.toThrow('a rule was broken');
    expect([await count('thing'), await count('outbox'), wakes]).toEqual([0, 0, 0]);
  });

  test('that hides a failed statement is not committed', async () => {
    const hiding = transactions.run(async (transaction) => {
      await save(transaction);
      await save(transaction).catch((error: unknown) => error);
    });

    await expect(hiding).rejects.toMatchObject({ code: '25P02' });
  });

  test('rejects an event of another service, an invalid payload, and a late event', async () => {
    let late: Transaction | undefined;
    await expect(
      transactions.run(async ({ publish }) => publish(OthersStep, { key: 'a', n: 1 })),
    ).rejects.toThrow('an event of policy');
    await expect(
      transactions.run(async ({ publish }) => publish(StepTaken, { key: 'a', n: 1.5 })),
    ).rejects.toThrow('/n must be integer');
    await transactions.run(async (transaction) => void (late = transaction));
    expect(() => late?.publish(StepTaken, { key: 'a', n: 1 })).toThrow('after the end');
    expect(await count('outbox')).toBe(0);
  });

  test('delivers directly to the subscribers that must apply it, once, before it returns', async () => {
    await transactions.run(async ({ publish }) => {
      publish(StepWaitedFor, { key: 'a', n: 1 });
      publish(StepTaken, { key: 'a', n: 2 });
      publish(StepWaitedFor, { key: 'b', n: 3 });
    });

    expect(delivered.map(([service, events]) => [service, events.map((e) => e.data)])).toEqual([
      ['product-query', ['{"key":"a","n":1}', '{"key":"b","n":3}']],
    ]);
    const rows = await database.dataSource.query<{ id: string; type: string }[]>(
      'select id, type from outbox order by seq',
    );
    expect(delivered[0]?.[1].map(({ id }) => id)).toEqual(
      rows.filter(({ type }) => type === StepWaitedFor.type).map(({ id }) => id),
    );
  });

  test('whose direct delivery fails is committed, published and reported as failed', async () => {
    failDelivery = true;
    const unapplied = transactions.run(async (transaction) => {
      await save(transaction);
      transaction.publish(StepWaitedFor, { key: 'a', n: 1 });
    });

    const error = await unapplied.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'OPERATION_FAILED', status: 500 });
    expect([await count('thing'), await count('outbox'), wakes]).toEqual([1, 1, 1]);
  });

  test('that conflicts with another one is repeated, and publishes once', async () => {
    await database.dataSource.query(`insert into thing values ('a'), ('b')`);
    let met = 0;
    let release: () => void = () => undefined;
    const bothHaveOne = new Promise<void>((resolve) => (release = resolve));
    const lock = ({ manager }: Transaction, name: string) =>
      manager.query('select 1 from thing where name = $1 for update', [name]);
    const run = (first: string, second: string) =>
      transactions.run(async (transaction) => {
        await lock(transaction, first);
        met += 1;
        if (met === 2) release();
        await bothHaveOne;
        await lock(transaction, second);
        transaction.publish(StepTaken, { key: first, n: 1 });
      });

    await Promise.all([run('a', 'b'), run('b', 'a')]);

    expect(met).toBe(3);
    expect(await count('outbox')).toBe(2);
  });
});
