import { expect, test } from '@jest/globals';
import { warnOfUnverifiedDatabases } from './unverified-databases.js';
import { optionalPostgresUrl, postgresUrl, str } from './variable-kinds.js';

const SPEC = {
  CONSENT_DATABASE_URL: postgresUrl({ desc: 'Database' }),
  RATE_LIMIT_STORE_URL: optionalPostgresUrl({ default: '', desc: 'Counts' }),
  DOCUMENTATION_URL: str({ default: '', desc: 'Not a database' }),
};

function warningsFor(
  address: string,
  environment = 'production',
  other: Readonly<Record<string, string>> = {},
) {
  const warnings: string[] = [];
  const values = { ENVIRONMENT: environment, CONSENT_DATABASE_URL: address, ...other };
  warnOfUnverifiedDatabases(SPEC, values, (sentence) => warnings.push(sentence));
  return warnings;
}

const SENTENCE =
  'CONSENT_DATABASE_URL is without sslmode=verify-full: its connections may be in clear text, or to another server';

test.each([
  'postgres://u:secret@db.example/d',
  'postgres://u:secret@db.example/d?sslmode=disable',
  'postgres://u:secret@db.example/d?sslmode=require',
  'postgres://u:secret@db.example/d?sslmode=no-verify',
  'postgres://u:secret@10.0.0.1/d?ssl=true',
])('production is warned of %s, without its password', (address) => {
  expect(warningsFor(address)).toEqual([SENTENCE]);
});

test.each([
  'postgres://u:secret@db.example/d?sslmode=verify-full',
  'postgres://u:secret@db.example/d?sslmode=verify-full&sslrootcert=/ca.crt',
  'postgres://u:secret@127.0.0.1:6432/d',
  'postgres://u:secret@localhost/d',
  'postgresql:///d?host=/run/postgresql',
])('production is not warned of %s', (address) => {
  expect(warningsFor(address)).toEqual([]);
});

test('each variable with a database has its own warning, and an empty or other one none', () => {
  const others = {
    RATE_LIMIT_STORE_URL: 'postgres://db.example/counts',
    DOCUMENTATION_URL: 'postgres://db.example/d',
  };
  const address = 'postgres://db.example/d?sslmode=verify-full';
  expect(warningsFor(address, 'production', others)).toEqual([
    expect.stringMatching(/^RATE_LIMIT_STORE_URL is without/),
  ]);
  expect(warningsFor(address, 'production', { RATE_LIMIT_STORE_URL: '' })).toEqual([]);
});

test('other environments are not warned', () => {
  expect(warningsFor('postgres://db.example/d', 'sandbox')).toEqual([]);
});
