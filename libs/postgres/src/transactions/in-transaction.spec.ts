import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { afterCommit } from './after-commit.js';
import { HeldTransaction } from './held-transaction.js';
import { inTransaction } from './in-transaction.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  await dataSource.query('create table fact (id int primary key)');
});

beforeEach(() => dataSource.query('truncate fact'));

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function committed(): Promise<number> {
  const [row] = await dataSource.query<{ n: number }[]>('select count(*)::int as n from fact');
  return row?.n ?? 0;
}

test('after-commit callbacks run in order, once the work is visible to others', async () => {
  const calls: string[] = [];
  await inTransaction(dataSource, async (manager) => {
    afterCommit(manager, () => calls.push('first'));
    await manager.query('insert into fact values (1)');
    afterCommit(manager, () => calls.push('second'));
    expect(await committed()).toBe(0);
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual(['first', 'second']);
  expect(await committed()).toBe(1);
});

test('callbacks of a rolled-back transaction do not run', async () => {
  const calls: string[] = [];
  const work = inTransaction(dataSource, async (manager) => {
    afterCommit(manager, () => calls.push('never'));
    await manager.query('insert into fact values (1), (1)');
  });
  await expect(work).rejects.toThrow('duplicate key');
  expect(calls).toEqual([]);
});

test('callbacks of a held transaction run when it commits, and only then', async () => {
  const calls: string[] = [];
  const hold = () => new HeldTransaction(dataSource, () => Promise.resolve());
  const [kept, undone] = [hold(), hold()];
  for (const each of ['first', 'second']) {
    await kept.run(async (manager) => afterCommit(manager, () => calls.push(each)));
    await undone.run(async (manager) => afterCommit(manager, () => calls.push('never')));
  }
  await undone.rollback(new Error('it was not wanted'));
  expect(calls).toEqual([]);
  await kept.commit();
  expect(calls).toEqual(['first', 'second']);
});

test('committed work has succeeded even when a callback throws; the error is a warning', async () => {
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  const calls: string[] = [];
  const result = await inTransaction(dataSource, async (manager) => {
    await manager.query('insert into fact values (1)');
    afterCommit(manager, () => {
      throw new RangeError('no such label');
    });
    afterCommit(manager, () => calls.push('the next'));
    return 'done';
  });
  expect([result, await committed(), calls]).toEqual(['done', 1, ['the next']]);
  expect(warn.mock.calls.flat().map(String)).toEqual([
    'Error: an after-commit callback failed: RangeError: no such label',
  ]);
  warn.mockRestore();
});

test('without a transaction, registering a callback throws', async () => {
  expect(() => afterCommit(dataSource.manager, () => undefined)).toThrow('needs a transaction');
});
