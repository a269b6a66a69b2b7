import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { afterCommit, inTransaction } from './in-transaction.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  await dataSource.query('create table fact (id int primary key)');
});

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
    await manager.query('insert into fact values (1)');
  });
  await expect(work).rejects.toThrow('duplicate key');
  expect(told).toEqual([]);
});
