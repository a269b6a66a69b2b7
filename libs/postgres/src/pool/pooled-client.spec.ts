import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { createDataSource } from './data-source.js';
import { createPool } from './traced-postgres.js';

const UNTRACED = { OTEL_EXPORTER_OTLP_ENDPOINT: '' };
const READY_FOR_QUERY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const LOSS = 'terminating connection due to unexpected postmaster exit';

/** What Postgres sends on each connection before it ends it, when it crashes. */
const FATAL = errorResponse({ S: 'FATAL', V: 'FATAL', C: '57P01', M: LOSS });

let database: TestDatabase;
let relay: Server;
/** Whether the server ends new connections as soon as they are open. */
let crashes = false;

beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('error', () => undefined).pipe(server);
    server.on('error', () => undefined).on('data', (bytes: Buffer) => pass(bytes, client));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
});

afterAll(async () => {
  relay.close();
  await database.drop();
});

test('a connection lost at the moment it is handed out fails its statement', async () => {
  const dataSource = await createDataSource({
    url: relayed(),
    poolSize: 3,
    rows: [],
    migrations: [],
  }).initialize();
  const pool = createPool(UNTRACED, { connectionString: relayed(), max: 3 });

  crashes = true;
  const statements = [
    dataSource.query('select pg_sleep(0.1)'),
    dataSource.query('select 1'),
    pool.query('select 1'),
    pool.connect().then(async (client) => {
      try {
        return await client.query('select 1');
      } finally {
        client.release(true);
      }
    }),
  ];
  const outcomes = await Promise.allSettled(statements);
  crashes = false;

  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    ...['rejected', 'rejected', 'rejected'],
  ]);
  await eventually(async () => {
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
  await dataSource.destroy();
  await pool.end();
});

function relayed(): string {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return url.href;
}

/** Passes what the server sends; a crash follows the first `ReadyForQuery` in the same packet. */
function pass(bytes: Buffer, client: Socket): void {
  const opens = bytes.at(0) === 'R'.charCodeAt(0) && bytes.subarray(-6).equals(READY_FOR_QUERY);
  if (crashes && opens) client.end(Buffer.concat([bytes, FATAL]));
  else client.write(bytes);
}

/** An `ErrorResponse` of the protocol: fields with a letter each. */
function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Object.entries(fields).map(([letter, value]) => `${letter}${value}\0`);
  const bytes = Buffer.from(`${body.join('')}\0`);
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
