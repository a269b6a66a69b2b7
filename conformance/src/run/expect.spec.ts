import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { get } from '../http/request.js';
import { record } from '../shape/shape.js';
import { Deployment, type Reply } from '../testing/deployment.js';
import {
  Amount,
  envelope,
  list,
  noResult,
  ok,
  refusal,
  requireValues,
  shapeError,
  shapeErrorWithin,
  type Expectation,
} from './expect.js';
import { Mismatch } from './mismatch.js';

const ID = '01a1fd1a-f93e-75ff-8559-ada3f034d565';

let reply: Reply;
let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start(({ headers }) => ({
    ...reply,
    body: withRequestId(reply.body, headers['x-request-id']),
  }));
});
beforeEach(() => {
  reply = {};
});
afterAll(() => deployment.stop());

/** A deployment repeats the request id in its envelopes. */
function withRequestId(body: unknown, id: unknown): unknown {
  const hasId = typeof body === 'object' && body !== null && 'request_id' in body;
  return hasId && body.request_id === 'SAME' ? { ...body, request_id: id } : body;
}

const check = async (expectation: Expectation) =>
  expectation(await deployment.kit().send(get('/path')));

const ENVELOPE = {
  detail: 'no',
  error_code: 'RESOURCE_NOT_FOUND',
  reason: 'not_found',
  request_id: 'SAME',
};
const CONSENT = record('consent_id: string');

describe.each<[string, Expectation, Reply, readonly Reply[]]>([
  [
    'an error envelope',
    envelope('RESOURCE_NOT_FOUND'),
    { status: 404, body: ENVELOPE },
    [
      { status: 400, body: ENVELOPE },
      { status: 404, body: { ...ENVELOPE, error_code: 'NOT_FOUND' } },
      { status: 404, body: { ...ENVELOPE, request_id: 'another' } },
      { status: 404, body: { ...ENVELOPE, request_id: undefined } },
      { status: 404, body: { ...ENVELOPE, reason: undefined } },
      { status: 404, body: { ...ENVELOPE, stack: 'at line 7' } },
      { status: 404, body: { detail: 'no' } },
      { status: 404 },
    ],
  ],
  [
    'a refusal of the authentication layer',
    refusal(401, 'Requires authentication'),
    { status: 401, body: { detail: 'Requires authentication' } },
    [
      { status: 403, body: { detail: 'Requires authentication' } },
      { status: 401, body: { detail: 'requires authentication' } },
      { status: 401, body: { ...ENVELOPE, detail: 'Requires authentication' } },
    ],
  ],
  [
    'a shape error',
    shapeError('body -> name'),
    { status: 422, body: { detail: 'body -> name: is required' } },
    [
      { status: 400, body: { detail: 'body -> name: is required' } },
      { status: 422, body: { detail: 'body -> other: is required' } },
      { status: 422, body: { detail: 'body -> names: is required' } },
      { status: 422, body: { detail: 'name is required' } },
      { status: 422, body: { detail: 'body -> name:' } },
      { status: 422, body: { detail: [{ loc: ['body', 'name'], msg: 'is required' }] } },
      {
        status: 422,
        body: { detail: 'body -> name: is required', error_code: 'VALIDATION_ERROR' },
      },
      { status: 422, body: { detail: 'body -> name -> 0: is required' } },
    ],
  ],
  [
    'a fault of the shape within a place',
    shapeErrorWithin('body -> names'),
    { status: 422, body: { detail: 'body -> names -> 0: must be a string' } },
    [
      { status: 422, body: { detail: 'body: must be an object' } },
      { status: 422, body: { detail: 'body -> names -> 0' } },
      { status: 422, body: { detail: 'body -> namesakes: must be an array' } },
    ],
  ],
  [
    'a query without a result',
    noResult,
    { status: 204, headers: { 'x-ref-id': ID } },
    [
      { status: 204 },
      { status: 204, headers: { 'x-ref-id': 'none' } },
      { status: 200, body: {}, headers: { 'x-ref-id': ID } },
    ],
  ],
  [
    'a record',
    ok(CONSENT, { scope: '*' }),
    { body: { consent_id: 'c', scope: '*' } },
    [
      { body: { scope: '*' } },
      { body: { consent_id: 7, scope: '*' } },
      { body: { consent_id: 'c', scope: 'kyb_certificate' } },
      { status: 201, body: { consent_id: 'c', scope: '*' } },
      { body: 'text' },
    ],
  ],
  [
    'a list',
    list(CONSENT),
    { body: [{ consent_id: 'c' }] },
    [{ body: { consent_id: 'c' } }, { body: [{ consent_id: 'c' }, {}] }],
  ],
])('%s', (_name, expectation, right, wrong) => {
  test('is checked', async () => {
    reply = right;
    await check(expectation);
  });

  test.each(wrong.map((other) => [JSON.stringify(other), other] as const))(
    'is not %s',
    async (_text, other) => {
      reply = other;
      await expect(check(expectation)).rejects.toThrow(Mismatch);
    },
  );
});

test.each<Reply>([
  { headers: { 'x-request-id': 'another' } },
  { body: {}, headers: { 'content-type': 'text/html' } },
])('no response may be %j', async (wrong) => {
  reply = wrong;
  await expect(check(() => undefined)).rejects.toThrow(Mismatch);
});

test('amounts with more trailing zeros are equal; numbers are no amounts', async () => {
  const answer = await deployment.kit().send(get('/path'));
  const compare = (value: unknown) => () =>
    requireValues(answer, { amount: value }, { amount: new Amount('1234.50') });
  for (const same of ['1234.50', '1234.5']) expect(compare(same)).not.toThrow();
  for (const other of ['1234.51', '1234', 1234.5, null, undefined, '1234.50 USD']) {
    expect(compare(other)).toThrow(Mismatch);
  }
});

test('date-times of the same instant are equal', async () => {
  const answer = await deployment.kit().send(get('/path'));
  const compare = (at: unknown) => () =>
    requireValues(answer, { at }, { at: '2026-01-15T09:30:00Z' });
  for (const same of ['2026-01-15T09:30:00.000Z', '2026-01-15T11:30:00+02:00']) {
    expect(compare(same)).not.toThrow();
  }
  for (const other of ['2026-01-15T09:30:01Z', '2026-01-15', null]) {
    expect(compare(other)).toThrow(Mismatch);
  }
});
