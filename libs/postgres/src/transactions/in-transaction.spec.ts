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

test('what waits for a commit is told in its order, when the work is there for others', async () => {
  const told: string[] = [];
  await inTransaction(dataSource, async (manager) => {
    afterCommit(manager, () => told.push('first'));
    await manager.query('insert into fact values (1)');
    afterCommit(manager, () => told.push('second'));
    expect(await committed()).toBe(0);
    expect(told).toEqual([]);
  });
  expect(told).toEqual(['first', 'second']);
  expect(await committed()).toBe(1);
});

test('of a transaction that is rolled back nothing is told', async () => {
  const told: string[] = [];
  const work = inTransaction(dataSource, async (manager) => {
    afterCommit(manager, () => told.push('never'));
    await manager.query('insert into fact values (1), (1)');
  });
  await expect(work).rejects.toThrow('duplicate key');
  expect(told).toEqual([]);
});

test('what waits for a transaction that is held is told when that is committed, and only then', async () => {
  const told: string[] = [];
  const hold = () => new HeldTransaction(dataSource, () => Promise.resolve());
  const [kept, undone] = [hold(), hold()];
  for (const each of ['first', 'second']) {
    await kept.run(async (manager) => afterCommit(manager, () => told.push(each)));
    await undone.run(async (manager) => afterCommit(manager, () => told.push('never')));
  }
  await undone.rollback(new Error('it was not wanted'));
  expect(told).toEqual([]);
  await kept.commit();
  expect(told).toEqual(['first', 'second']);
});

test('work that is committed has succeeded, whatever comes of telling; the fault is a warning', async () => {
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  const told: string[] = [];
  const result = await inTransaction(dataSource, async (manager) => {
    await manager.query('insert into fact values (1)');
    afterCommit(manager, () => {
      throw new RangeError('no such label');
    });
    afterCommit(manager, () => told.push('the next'));
    return 'done';
  });
  expect([result, await committed(), told]).toEqual(['done', 1, ['the next']]);
  expect(warn.mock.calls.flat().map(String)).toEqual([
    'Error: what was to follow a commit failed: RangeError: no such label',
  ]);
  warn.mockRestore();
});

test('where nothing will be committed, nothing can wait for it', async () => {
  expect(() => afterCommit(dataSource.manager, () => undefined)).toThrow('needs a transaction');
});
