import { expect, test } from '@jest/globals';
import { isUUID } from 'class-validator';
import { requestIdFrom } from './request-id.js';

test.each([
  'a-1:b.c_d',
  '0b9e7a3c-6f1d-4c55-9a51-0a3f5a6a7b8c',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '42',
  'conformance-ffecfe7b-7ee6-42ea-bb76-7619937a1450',
])('a valid request id is kept: %s', (id) => {
  expect(requestIdFrom(id)).toBe(id);
});

test.each([
  '',
  'a b',
  'x'.repeat(129),
  '123-45-6789',
  '12345678',
  '12-3456789',
  'eyJzdWIiOiJhbmEifQ',
  'id_eyJzdWIiOiJhbmEifQ',
  'customer:123-45-6789.1',
  'x_12-3456789',
  'dGhpcyBpcyBhIHNlY3JldCBrZXkgb2Ygb3Vycw1',
])('a request id that is invalid, or looks like a secret, is replaced: %s', (id) => {
  expect(isUUID(requestIdFrom(id))).toBe(true);
});
