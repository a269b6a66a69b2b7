import { describe, expect, test } from '@jest/globals';
import { bodyFault, queryFault } from './request-bounds.js';

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(',');

describe('the members and items of a body', () => {
  test.each([
    ['members', (count: number) => `{${many(count, (at) => `"m${at}":0`)}}`],
    ['members of one name', (count: number) => `[${many(count / 2, () => '{"m":0}')}]`],
    ['items', (count: number) => `[${many(count, () => '0')}]`],
    ['nested objects', (count: number) => `[${many(count / 2, () => '{}')}]`],
  ])('are at most 50,000: %s', (_what, body) => {
    expect(bodyFault(body(49_000))).toBeUndefined();
    expect(bodyFault(body(51_000))?.detail).toBe(
      'body: must not have more than 50000 members and items',
    );
  });

  test('are not counted in texts', () => {
    expect(bodyFault(JSON.stringify({ text: '{"a":[1,2]},'.repeat(60_000) }))).toBeUndefined();
  });
});

describe('the parameters of a query', () => {
  const url = (count: number) => `/v1/things?${'a=1&'.repeat(count - 1)}a=1`;

  test('are at most a hundred', () => {
    expect(queryFault('/v1/things')).toBeUndefined();
    expect(queryFault(url(100))).toBeUndefined();
    expect(queryFault(url(101))?.detail).toBe('query: must not have more than 100 parameters');
  });
});
