import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { Notifications } from './notifications.js';

describe('a listener of notifications', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let notifications: Notifications;
  let received: string[];
  let failures: unknown[];

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    received = [];
    failures = [];
    notifications = new Notifications({
      connect: async () => {
        const client = await pool.connect();
        return { client, release: () => client.release() };
      },
      channel: 'news',
      onNotification: (payload) => received.push(payload ?? 'connected'),
      onFailure: (error) => failures.push(error),
    });
    notifications.start();
    await eventually(() => expect(notifications.isListening).toBe(true));
  });

  afterEach(async () => {
    await notifications.stop();
    await pool.end();
    await database.drop();
  });

  test('receives the notifications of its channel, at their commit', async () => {
    await pool.query(`notify other, 'x'`);
    await pool.query(`begin; notify news, 'rolled back'; rollback`);
    await pool.query(`notify news, 'first'`);

    await eventually(() => expect(received).toEqual(['connected', 'first']));
  });

  test('listens again after its connection was terminated, and reports that it may have missed some', async () => {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen news'`,
    );

    await eventually(() => expect(received).toEqual(['connected', 'connected']));

    expect(failures).toHaveLength(1);
    expect(notifications.isListening).toBe(true);
  });

  test('stops after it was started twice', async () => {
    notifications.start();

    await notifications.stop();

    expect(notifications.isListening).toBe(false);
  });

  test('stops, and can be started again', async () => {
    await notifications.stop();
    expect(notifications.isListening).toBe(false);

    notifications.start();

    await eventually(() => expect(notifications.isListening).toBe(true));
    expect(failures).toEqual([]);
  });
});
