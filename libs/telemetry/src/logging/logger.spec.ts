import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { createLogger, NestLogger, type Logger } from './logger.js';

const SSN = '123-45-6789';
const EMAIL = 'ana@mail.example.com';
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';
const SECRETS = [SSN, '123456789', 123456789, EMAIL, TOKEN, `Bearer ${TOKEN}`];

/** The output of a log line at any level. */
function written(log: (logger: Logger) => void): string {
  let text = '';
  log(createLogger('test', 'trace', { write: (line) => (text += line) }));
  expect(text).not.toBe('');
  return text;
}

function expectNoSecretIn(text: string): void {
  for (const secret of [SSN, '123456789', EMAIL, TOKEN, 'eyJzdWIiOiJhbmEifQ', '1990-01-15']) {
    expect(text).not.toContain(secret);
  }
}

describe('a log line', () => {
  test.each([
    ['authorization'],
    ['Authorization'],
    ['x-principal'],
    ['cookie'],
    ['access_token'],
    ['social_security_number'],
    ['socialSecurityNumber'],
    ['ssn'],
    ['federal_ein'],
    ['business_tax_identifier_value'],
    ['date_of_birth'],
    ['personal_email'],
    ['SEALING_KEYS'],
    ['MATCH_HASH_SECRET'],
  ])('never contains the member %s, at any depth', (name) => {
    for (const value of [...SECRETS, 'plain words', { deep: 'plain words' }]) {
      const text = written((logger) => {
        logger.info({ [name]: value, a: { b: [{ [name]: value }] } }, 'something');
      });
      expect(text).not.toContain('plain words');
      expectNoSecretIn(text);
    }
  });

  test('does not contain a secret under another name, or in a message', () => {
    for (const secret of SECRETS.map(String)) {
      expectNoSecretIn(
        written((logger) => {
          logger.debug({ note: `it is ${secret}.`, list: [{ deep: secret }] }, `no ${secret} here`);
          logger.error(secret);
          logger.fatal(new Error(secret));
          new NestLogger(logger).error(`no ${secret}`, `at ${secret}`, secret);
        }),
      );
    }
  });

  test('of a failed statement has its error without its values', () => {
    const driverError = Object.assign(new pg.DatabaseError(`bad input "${SSN}"`, 1, 'error'), {
      code: '22P02',
      detail: `Key (email)=(${EMAIL}) exists`,
      where: `COPY person, line 1: "${SSN}"`,
    });
    const error = new QueryFailedError('select $1', [SSN, EMAIL, '1990-01-15'], driverError);
    const text = written((logger) => {
      logger.error({ err: new Error(`failed for ${EMAIL}`, { cause: error }) }, 'failed');
    });
    expect(text).toContain('22P02');
    expect(text).toContain('QueryFailedError');
    expect(text).toContain('logger.spec');
    expectNoSecretIn(text);
  });

  test('contains values that are not secret', () => {
    const line = JSON.parse(
      written((logger) => {
        logger.warn(
          { url: 'http://127.0.0.1:8080', events: 3, key: KEY, tried: [1, 2] },
          'going on',
        );
      }),
    ) as unknown;
    expect(line).toMatchObject({
      service: 'test',
      url: 'http://127.0.0.1:8080',
      events: 3,
      key: KEY,
      tried: [1, 2],
      msg: 'going on',
    });
  });
});

describe('a log line with a word of a megabyte', () => {
  const WORD = 'k'.repeat(1_048_576);
  const lists = Array.from({ length: 100_000 }, () => ({ [WORD.slice(0, 300)]: [1, 'two'] }));
  const caused = (text: string, causes: number): Error =>
    new Error(text, causes > 0 ? { cause: caused(text, causes - 1) } : {});

  test.each<[string, (logger: Logger) => void]>([
    ['as a value', (logger) => logger.info({ path: WORD, list: [WORD, { deep: WORD }] }, 'text')],
    ['as the name of a member', (logger) => logger.info({ a: { [WORD]: 1 } }, 'text')],
    ['in the message', (logger) => logger.info(`received ${WORD}`)],
    ['in an error and its causes', (logger) => logger.error(caused(WORD, 9))],
    ['in a stack of Nest', (logger) => new NestLogger(logger).error(WORD, WORD, WORD)],
    ['in many items', (logger) => logger.info({ lists }, 'text')],
  ])('has at most ten kilobytes: %s', (_case, log) => {
    expect(written(log).length).toBeLessThan(10_000);
  });

  test('shows the start of the word and its length', () => {
    const line = written((logger) => logger.info({ path: WORD, next: 1 }, 'text'));
    expect(JSON.parse(line)).toMatchObject({
      path: expect.stringMatching(/^k{200}… \(1,048,576 characters\)$/),
      next: 1,
    });
  });
});

const KEY = '0b9e7a3c-6f1d-4c55-9a51-0a3f5a6a7b8c';
