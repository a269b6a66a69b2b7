import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';

/** Packages, or their folders, that read bytes of a request or of an answer between services. */
const READERS = [
  ...['fastify', 'find-my-way', 'fast-querystring', 'fast-decode-uri-component', 'cookie'],
  ...['@fastify/cors', '@fastify/static', '@fastify/send', '@fastify/accept-negotiator'],
  ...['@fastify/forwarded', '@fastify/proxy-addr', 'content-disposition', 'ipaddr.js'],
  ...['@nestjs/common', '@nestjs/core', '@nestjs/platform-fastify', 'secure-json-parse'],
  ...['passport', 'passport-jwt', 'jsonwebtoken', 'jws', 'jwa', 'ecdsa-sig-formatter', 'ms'],
  ...['class-validator/cjs', 'validator/lib', 'typebox', 'undici/lib'],
  ...['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/sdk-trace-base'],
  ...['pino/lib', 'pino-std-serializers', 'safe-stable-stringify', 'prom-client'],
  ...['pg', 'pg-protocol', 'pg-types', 'postgres-date', 'postgres-interval', 'postgres-array'],
  ...['typeorm/query-builder', 'typeorm/driver/postgres', 'csv-parse/lib'],
  ...['jwks-rsa', 'jose', 'lru-memoizer', 'lru-cache', 'unhomoglyph', 'fflate'],
];

/** Patterns of more than linear time, and why no foreign text reaches them. */
const WITHOUT_FOREIGN_TEXTS = {
  '@nestjs/common/utils/shared.utils.js': 'declared routes, when a process starts',
  '@nestjs/core/helpers/cookies/cookie-signer.js': 'no cookies are signed',
  '@nestjs/core/middleware/builder.js': 'declared routes, when a process starts',
  '@nestjs/core/middleware/utils.js': 'declared routes, when a process starts',
  '@nestjs/core/security/cross-origin-protection.js': 'not enabled: @fastify/cors decides',
  'find-my-way/index.js': 'only with the option ignoreDuplicateSlashes',
  'ipaddr.js/lib/ipaddr.js': 'only with the option trustProxy',
  'ms/index.js': 'options of jsonwebtoken; at most 100 characters',
  'passport-jwt/lib/auth_header.js': 'bearer-token.ts reads the header instead',
  'postgres-date/index.js': 'texts that Postgres writes',
  'postgres-interval/index.js': 'texts that Postgres writes',
  'typeorm/driver/postgres/PostgresQueryRunner.js': 'the version of Postgres',
  'undici/lib/handler/cache-handler.js': 'no cache of responses',
  'undici/lib/interceptor/cache.js': 'no cache of responses',
  'undici/lib/util/cache.js': 'no cache of responses',
  'undici/lib/web/fetch/data-url.js': 'no data URL is fetched',
  'validator/lib/isTaxID.js': 'no member is a tax id of a class-validator rule',
};

test('no pattern of a package takes more than linear time for a foreign text', () => {
  const folder = join(projectRoot(), 'node_modules');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      join(projectRoot(), 'tools', 'lint', 'package-patterns.js'),
      ...READERS.map((name) => join(folder, name)),
    ],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  const files = stdout.split('\n').flatMap((line) => line.split(': ', 1).filter(Boolean));
  expect([...new Set(files)].toSorted()).toEqual(Object.keys(WITHOUT_FOREIGN_TEXTS).toSorted());
});
