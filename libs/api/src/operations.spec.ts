import { expect, test } from '@jest/globals';
import { OPERATIONS } from './operations.js';

test('each operation has a unique id and route', () => {
  const routes = OPERATIONS.map(
    ({ service, method, path }) => `${String(service)} ${method} ${path}`,
  );
  expect(new Set(routes).size).toBe(OPERATIONS.length);
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
});

test('the ids are in camel case: they are the operation ids of the OpenAPI document', () => {
  for (const { id } of OPERATIONS) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]*)*$/);
});

test('the parameters in the path of an operation are the members of its path shape', () => {
  for (const { id, path, request } of OPERATIONS) {
    expect([id, path.includes('{')]).toEqual([id, request.path !== undefined]);
  }
});

/** The contract fixes both searches (4.2); the catalogue is answered as a whole. */
const ARRAYS = ['searchConsumers', 'searchBusinesses', 'listProducts'];

test('an answer is an array where the contract fixes it; every other list is a page with a cursor', () => {
  const isArray = ({ answer }: (typeof OPERATIONS)[number]) =>
    typeof answer === 'object' && 'type' in answer && answer.type === 'array';
  expect(OPERATIONS.filter(isArray).map(({ id }) => id)).toEqual(expect.arrayContaining(ARRAYS));
  expect(OPERATIONS.filter(isArray)).toHaveLength(ARRAYS.length);
});
