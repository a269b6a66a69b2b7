import { describe, expect, test } from '@jest/globals';
import { ROLE_PERMISSIONS } from '@ndx/contracts';
import { testVerifier } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { ACCOUNT, CLAIMS, GatewayFixture, useGateway, seen } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

const gateway = useGateway();

const ABSENT = { status: 401, body: { detail: 'Requires authentication' } };
const INVALID = { status: 401, body: { detail: 'Invalid or expired token' } };

function principalReceived() {
  return testVerifier().verify(gateway.service.last().headers['x-principal']);
}

describe('a token is treated as absent', () => {
  test('when there is no header', async () => {
    expect(await seen(gateway.get(PATH))).toEqual(ABSENT);
  });

  test.each([
    ['in another case', (token: string) => `bearer ${token}`],
    ['with two spaces', (token: string) => `Bearer  ${token}`],
    ['with a tab', (token: string) => `Bearer\t${token}`],
    ['of another name', (token: string) => `JWT ${token}`],
    ['of basic credentials', () => 'Basic dXNlcjpwYXNz'],
    ['without a token', () => 'Bearer'],
    ['with two tokens', (token: string) => `Bearer ${token} ${token}`],
    ['left out', (token: string) => token],
  ])('when its scheme is %s', async (_form, header) => {
    const token = await gateway.issuer.valid(CLAIMS);
    expect(await seen(gateway.get(PATH, header(token)))).toEqual(ABSENT);
  });
});

describe('a token is invalid', () => {
  test.each([
    ['expired', () => gateway.issuer.expired(CLAIMS)],
    ['not yet valid', () => gateway.issuer.notYetValid(CLAIMS)],
    ["for another environment's client", () => gateway.issuer.forAnotherAudience(CLAIMS)],
    ['by another issuer', () => gateway.issuer.byAnotherIssuer(CLAIMS)],
    ['by another party', () => gateway.issuer.byAnotherParty(CLAIMS)],
    ['signed with an unknown key', () => gateway.issuer.withUnknownKey(CLAIMS)],
    ['signed with the public key as a secret', () => gateway.issuer.signedWithPublicKey(CLAIMS)],
    ['unsigned', async () => gateway.issuer.unsigned(CLAIMS)],
    ['altered', async () => altered(await gateway.issuer.valid(CLAIMS))],
    ['not to be decoded', async () => 'not-a-token'],
    ['empty in all its parts', async () => '..'],
  ])('when it is %s', async (_fault, mint) => {
    expect(await seen(gateway.get(PATH, `Bearer ${await mint()}`))).toEqual(INVALID);
  });

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
  test.each([
    ['whose organization is unknown', { org_id: 'unknown' }],
    ['without an organization', { org_id: undefined }],
    ['whose organization is no text', { org_id: 7 }],
    ['without a user', { sub: undefined }],
  ])('%s has no account', async (_fault, claims) => {
    expect(await seen(gateway.get(PATH, await gateway.bearer(claims)))).toEqual({
      status: 401,
      body: { detail: 'Could not validate credentials or find account' },
    });
  });

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

test('whose account cannot be resolved gets OPERATION_FAILED', async () => {
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

/** The same token with other claims under its signature. */
function altered(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'governor' })).toString('base64url');
  return [header, forged, signature].join('.');
}
