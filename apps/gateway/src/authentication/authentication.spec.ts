import { describe, expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS, ROLE_PERMISSIONS } from '@ndx/contracts';
import { testVerifier } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { ACCOUNT, CLAIMS, GatewayFixture, useGateway, seen } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

const gateway = useGateway();

const INVALID = { status: 401, body: { detail: 'Invalid or expired token' } };

function principalReceived() {
  return testVerifier().verify(gateway.service.last().headers['x-principal']);
}

describe('a token is rejected', () => {
  test('after its expiry, though it was valid before', async () => {
    const token = await gateway.issuer.provider.mint(CLAIMS, { expiresIn: 2 });
    expect((await gateway.get(PATH, `Bearer ${token}`)).status).toBe(200);
    await eventually(async () =>
      expect(await seen(gateway.get(PATH, `Bearer ${token}`))).toEqual(INVALID),
    );
  });

  test('on every attempt, not only on the first', async () => {
    const expired = `Bearer ${await gateway.issuer.expired(CLAIMS)}`;
    expect(await seen(gateway.get(PATH, expired))).toEqual(INVALID);
    expect(await seen(gateway.get(PATH, expired))).toEqual(INVALID);
  });
});

test('a token outside the header is no credential', async () => {
  const token = await gateway.issuer.valid(CLAIMS);
  const { status, detail } = AUTHENTICATION_ERRORS.absent;
  const form = new URLSearchParams({ access_token: token });
  const answers = [
    await fetch(`${gateway.url}${PATH}?${form.toString()}`),
    await fetch(`${gateway.url}${PATH}`, { method: 'POST', body: form }),
    await fetch(`${gateway.url}${PATH}`, { headers: { cookie: `access_token=${token}` } }),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
  }
});

test('tokens that are verified concurrently have separate results', async () => {
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, at) => {
      const claims = { ...CLAIMS, sub: `user-${at}` };
      return at % 2 === 0 ? gateway.issuer.valid(claims) : gateway.issuer.expired(claims);
    }),
  );
  const answers = await Promise.all(tokens.map((token) => gateway.get(PATH, `Bearer ${token}`)));
  expect(answers.map(({ status }) => status)).toEqual(
    tokens.map((_, at) => (at % 2 === 0 ? 200 : 401)),
  );
});

describe('a valid token', () => {
  test('is accepted when its account is created after its first attempt', async () => {
    const bearer = await gateway.bearer({ org_id: 'newcomer' });
    expect((await gateway.get(PATH, bearer)).status).toBe(401);
    gateway.service.accounts.set('newcomer', ACCOUNT);
    expect((await gateway.get(PATH, bearer)).status).toBe(200);
  });

  test.each([
    ['by its permissions', { permissions: ['consent:read'] }],
    ['by its permissions, whatever its role', { permissions: [], role: 'admin' }],
    ['by permissions that we do not know', { permissions: ['policy:read:all', 'everything'] }],
    ['by permissions of another form', { permissions: { 'policy:read': true } }],
    ['by an unknown role', { role: 'constructor' }],
    ['without a role', { role: undefined }],
  ])('without the permission is rejected: %s', async (_case, claims) => {
    expect(await seen(gateway.get(PATH, await gateway.bearer(claims)))).toEqual({
      status: 403,
      body: { detail: 'Not enough permissions' },
    });
  });

  test.each([
    ['by a list', { permissions: ['policy:read', 'unknown'] }, ['policy:read']],
    ['by text', { permissions: 'consent:read policy:read' }, ['consent:read', 'policy:read']],
    ['by its role', { role: 'governor' }, ROLE_PERMISSIONS.governor],
  ])('has the permissions that it lists: %s', async (_case, claims, permissions) => {
    expect((await gateway.get(PATH, await gateway.bearer(claims))).status).toBe(200);
    const caller = principalReceived();
    if (caller?.kind !== 'account') throw new Error('no account was passed on');
    expect([...caller.principal.permissions].sort()).toEqual([...permissions].sort());
  });

  test('is passed on as the principal of its account, without the token', async () => {
    await gateway.get(PATH, await gateway.bearer());
    expect(principalReceived()).toMatchObject({ kind: 'account', principal: ACCOUNT });
    expect(gateway.service.last().headers).not.toHaveProperty('authorization');
  });

  test('resolves its account once for concurrent requests', async () => {
    gateway.service.accounts.set('busy', ACCOUNT);
    const before = gateway.service.accountQuestions;
    const bearer = await gateway.bearer({ org_id: 'busy' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.get(PATH, bearer)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(gateway.service.accountQuestions).toBe(before + 1);
  });
});

test('a token whose account cannot be resolved gets OPERATION_FAILED', async () => {
  const alone = await GatewayFixture.start({ ENTITY_URL: 'http://127.0.0.1:1' });
  try {
    expect(await seen(alone.get(PATH, await alone.bearer()))).toMatchObject({
      status: 500,
      body: { error_code: 'OPERATION_FAILED', request_id: expect.any(String) },
    });
  } finally {
    await alone.stop();
  }
});
