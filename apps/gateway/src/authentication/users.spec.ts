import { expect, test } from '@jest/globals';
import { testVerifier } from '@ndx/service/testing';
import { CLAIMS, seen, useGateway } from '../testing/gateway-fixture.js';

const gateway = useGateway({ RATE_LIMIT_REQUESTS_PER_MINUTE: '5' });

const PATH = '/v1/invitations/read';

const post = (authorization: string) =>
  gateway.send(PATH, { method: 'POST', headers: { authorization }, body: '{}' });

test('an operation for users gets the user and organization of a token without an account', async () => {
  const stranger = await gateway.bearer({ sub: 'stranger', org_id: 'unknown-organization' });
  expect((await gateway.get('/v1/products', stranger)).status).toBe(401);
  expect((await post(stranger)).status).toBe(200);
  expect(testVerifier().verify(gateway.service.last().headers['x-principal'])).toEqual({
    kind: 'user',
    user: { subject: 'stranger', organization: 'unknown-organization' },
  });
});

test('an operation for users rejects an invalid token, and one that names no organization', async () => {
  gateway.service.received.length = 0;
  const expired = `Bearer ${await gateway.issuer.expired(CLAIMS)}`;
  expect((await seen(post(expired))).status).toBe(401);
  expect((await seen(post(await gateway.bearer({ org_id: undefined })))).status).toBe(401);
  expect(gateway.service.received).toEqual([]);
});

test('the requests of each user are limited for itself', async () => {
  const statuses = async (sub: string) => {
    const bearer = await gateway.bearer({ sub, org_id: 'limited' });
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push((await post(bearer)).status);
    return answers;
  };
  expect(await statuses('first')).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statuses('second')).toEqual([200, 200, 200, 200, 200, 429]);
});
