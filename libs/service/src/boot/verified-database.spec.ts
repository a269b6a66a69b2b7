import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LocalPostgres } from '@ndx/local-infra';
import { createTestDatabase, TestAuthority, type TestDatabase } from '@ndx/testing';
import { LeastModule } from '../testing/least-module.js';
import { PRINCIPAL_VARIABLES } from '../testing/principal-keys.js';
import { testKeys } from '../testing/test-keys.js';
import { assembleService } from './assemble-service.js';
import { migrateService } from './migrate-service.js';

let folder: string;
let server: LocalPostgres;
let database: string;
let busDatabase: TestDatabase;

/** The database, with parameters of the connection changed or removed. */
function changed(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const url = new URL(database);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return environment(url.href);
}

function environment(url: string): Record<string, string> {
  return {
    CONSENT_DATABASE_URL: url,
    EMBEDDED_BUS_URL: busDatabase.url,
    ...PRINCIPAL_VARIABLES,
    ...testKeys().variables,
    PRODUCT_QUERY_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verified-database-'));
  // Under root the server runs as another user, which needs access.
  chmodSync(folder, 0o755);
  const [authority, other] = await Promise.all([TestAuthority.create(), TestAuthority.create()]);
  writeFileSync(join(folder, 'other.crt'), other.certificate);
  const tls = { ...(await authority.issue('127.0.0.1')), authority: authority.certificate };
  const log = (): void => undefined;
  server = await LocalPostgres.start({ dataDir: join(folder, 'data'), durable: false, log, tls });
  database = await server.createDatabase('consent');
  busDatabase = await createTestDatabase();
});

afterAll(async () => {
  await server.stop();
  await busDatabase.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a service migrates and runs on a server that refuses connections without TLS', async () => {
  await migrateService(LeastModule, changed({}));
  const { close } = await assembleService(LeastModule, changed({}));
  await close();
});

test.each([
  [
    'an address without TLS',
    () => changed({ sslmode: undefined, sslrootcert: undefined }),
    'the server refuses connections without TLS: add sslmode=verify-full',
  ],
  [
    'the CA of another authority',
    () => changed({ sslrootcert: join(folder, 'other.crt') }),
    'the certificate of the server is signed by no trusted authority: name the CA with sslrootcert',
  ],
  [
    'a private CA that is not named',
    () => changed({ sslrootcert: undefined }),
    'the certificate of the server is signed by no trusted authority: name the CA with sslrootcert',
  ],
  [
    'a file of the CA that does not exist',
    () => changed({ sslrootcert: join(folder, 'absent.crt') }),
    'the file of sslrootcert, sslcert or sslkey does not exist',
  ],
  [
    'a host name that the certificate is not for',
    () => environment(database.replace('127.0.0.1', 'localhost')),
    'the certificate of the server is for another host name',
  ],
  [
    'a database that does not exist',
    () => environment(database.replace('/consent?', '/absent?')),
    'the database does not exist',
  ],
])('migration and start report %s in a sentence', async (_what, env, reason) => {
  const host = new URL(env().CONSENT_DATABASE_URL ?? '').host;
  const failure = { name: 'DatabaseFailure', message: `CONSENT_DATABASE_URL (${host}): ${reason}` };
  await expect(migrateService(LeastModule, env())).rejects.toMatchObject(failure);
  await expect(assembleService(LeastModule, env())).rejects.toMatchObject(failure);
});

test('a server without TLS is reported in a sentence', async () => {
  const url = `${busDatabase.url}?sslmode=verify-full`;
  await expect(migrateService(LeastModule, environment(url))).rejects.toThrow(
    `CONSENT_DATABASE_URL (${new URL(url).host}): the server does not offer TLS, and sslmode requires it`,
  );
});
