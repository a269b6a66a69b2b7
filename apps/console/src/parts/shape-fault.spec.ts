import { describe, expect, test } from '@jest/globals';
import { NdxError } from '@ndx/client';
import { faultAt, shapeFaultOf } from './shape-fault.js';

const rejected = (status: number, detail: string) =>
  NdxError.from(new Response(null, { status }), { detail });

describe('the error of a request', () => {
  test.each([
    [422, 'body -> name: must not be blank', 'name', 'Must not be blank.'],
    [422, 'body -> identity -> name: must be: text', 'name', 'Must be: text.'],
    [422, 'body -> addresses -> 0: must be an address', 'addresses', 'Must be an address.'],
    [422, 'query -> related_id: must be a UUID', 'related_id', 'Must be a UUID.'],
    [400, 'expires_at must be in the future', 'expires_at', 'Must be in the future.'],
    [400, 'jurisdiction: must be a country', 'jurisdiction', 'Must be a country.'],
  ])('%i "%s" is a sentence at its field', (status, detail, member, says) => {
    expect(faultAt(rejected(status, detail), member)).toBe(says);
  });

  test.each([
    [422, 'body -> name: must not be blank', 'surname'],
    [422, 'body: must be an object', 'body'],
    [400, 'expires_at must be in the future', 'expires'],
    [500, 'name is not available', 'name'],
  ])('%i "%s" is at no other field', (status, detail, member) => {
    expect(faultAt(rejected(status, detail), member)).toBeUndefined();
  });

  test('is at no field when nothing was answered', () => {
    expect(faultAt(new Error('name: must not be blank'), 'name')).toBeUndefined();
    expect(faultAt(null, 'name')).toBeUndefined();
  });

  test('has the place of a wrong shape', () => {
    const fault = shapeFaultOf(rejected(422, 'body -> a -> b: must be text'));
    expect(fault).toEqual({ path: ['a', 'b'], message: 'must be text' });
  });
});
