import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { checkedOutCommit } from '@ndx/tools/network/checked-out-commit';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { QUERY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const ABSENT = { status: 401, body: { detail: 'Requires authentication' } };
const INVALID = { status: 401, body: { detail: 'Invalid or expired token' } };
const NO_ACCOUNT = {
  status: 401,
  body: { detail: 'Could not validate credentials or find account' },
};
const NOT_ALLOWED = { status: 403, body: { detail: 'Not enough permissions' } };

/** Each row of the table of contract 5. */
export function authenticationSuite(exchange: () => Exchange): void {
  const send = async (
    authorization?: string,
    path = `/v1/entities/business/search?network_id=${DEMO_NETWORK.id}`,
  ) => {
    const response = await fetch(new URL(path, exchange().url), {
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status: response.status, body: await response.json() };
  };
  const mint = (
    ...[claims, options]: Parameters<Exchange['network']['identityProvider']['mint']>
  ) => exchange().network.identityProvider.mint(claims, options);
  const known = {
    sub: QUERYING_BANK.subject,
    org_id: QUERYING_BANK.account,
    role: QUERYING_BANK.tokenRole,
  };

  test('a valid token is let in', async () => {
    expect((await send(`Bearer ${await mint(known)}`)).status).toBe(200);
  });

  describe('is absent', () => {
    test('a credential without the header', async () => {
      expect(await send()).toEqual(ABSENT);
    });

    test.each([
      'bearer TOKEN',
      'BEARER TOKEN',
      'Basic TOKEN',
      'TOKEN',
      'Bearer  TOKEN',
      'Bearer',
      'Token TOKEN',
    ])('a credential sent as "%s"', async (form) => {
      expect(await send(form.replace('TOKEN', await mint(known)))).toEqual(ABSENT);
    });
  });

  describe('is invalid', () => {
    test('a token that has expired', async () => {
      expect(await send(`Bearer ${await mint(known, { expiresIn: -1 })}`)).toEqual(INVALID);
    });

    test('a token of another environment', async () => {
      expect(await send(`Bearer ${await mint(known, { audience: 'ndx-production' })}`)).toEqual(
        INVALID,
      );
      expect(
        await send(`Bearer ${await mint(known, { issuer: 'https://elsewhere.example' })}`),
      ).toEqual(INVALID);
    });

    test('a token under a key that nobody published', async () => {
      expect(await send(`Bearer ${await mint(known, { kid: 'unknown' })}`)).toEqual(INVALID);
    });

    test.each(['nonsense', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])(
      'a token that cannot be decoded (%s)',
      async (token) => {
        expect(await send(`Bearer ${token}`)).toEqual(INVALID);
      },
    );

    test('a token that is not valid yet', async () => {
      expect(await send(`Bearer ${await mint(known, { notBefore: 3_600 })}`)).toEqual(INVALID);
    });
  });

  test.each([{ sub: 'nobody' }, { org_id: 'no-institution' }, { role: 'no-role' }])(
    'a token whose claims %j name no account finds none',
    async (claims) => {
      expect(await send(`Bearer ${await mint({ ...known, ...claims })}`)).toEqual(NO_ACCOUNT);
    },
  );

  describe('is not allowed', () => {
    test('what the role of the token does not stand for', async () => {
      const furnisher = {
        sub: FIRST_BANK.subject,
        org_id: FIRST_BANK.account,
        role: FIRST_BANK.tokenRole,
      };
      expect(
        await send(
          `Bearer ${await mint(furnisher)}`,
          `/v1/query-events?network_id=${DEMO_NETWORK.id}`,
        ),
      ).toEqual(NOT_ALLOWED);
    });

    test('what the permissions of the token leave out, whatever its role', async () => {
      const token = await mint({ ...known, permissions: ['product:query'] });
      expect(await send(`Bearer ${token}`)).toEqual(NOT_ALLOWED);
    });
  });

  test('a new signing key is accepted without a restart', async () => {
    await exchange().network.identityProvider.rotate();
    expect((await send(`Bearer ${await mint(known)}`)).status).toBe(200);
  });

  test('health and version need no token, everything else does, known or not', async () => {
    expect(await send(undefined, '/health')).toEqual({ status: 200, body: { status: 'healthy' } });
    expect(await send(undefined, '/version')).toMatchObject({
      status: 200,
      body: {
        api_versions: ['v1'],
        build: { commit: checkedOutCommit(projectRoot()) ?? 'unknown' },
      },
    });
    expect(await send(undefined, '/v1/no-such-path')).toEqual(ABSENT);
    expect(await send(`Bearer ${await mint(known)}`, '/v1/no-such-path')).toMatchObject({
      status: 404,
      body: { error_code: 'RESOURCE_NOT_FOUND' },
    });
    expect(await send(`Bearer ${await mint(known)}`, '/internal/events')).toMatchObject({
      status: 404,
    });
    expect(await send(`Bearer ${await mint(known)}`, QUERY)).toMatchObject({ status: 404 });
  });
}
