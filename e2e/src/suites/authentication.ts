import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { checkedOutCommit } from '@ndx/tools/network/checked-out-commit';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

const NO_ACCOUNT = {
  status: 401,
  body: { detail: 'Could not validate credentials or find account' },
};
const NOT_ALLOWED = { status: 403, body: { detail: 'Not enough permissions' } };

/**
 * Claims, roles and keys that only the identity provider can change; the kit and the corpus cover
 * the rest.
 */
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

  test.each([{ org_id: 'no-institution' }, { role: 'no-role' }])(
    'a token with the claims %j matches no account',
    async (claims) => {
      expect(await send(`Bearer ${await mint({ ...known, ...claims })}`)).toEqual(NO_ACCOUNT);
    },
  );

  test("a permission outside of the token's role is denied", async () => {
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

  test('a new signing key is accepted without a restart', async () => {
    await exchange().network.identityProvider.rotate();
    expect((await send(`Bearer ${await mint(known)}`)).status).toBe(200);
  });

  test('the version names the running commit', async () => {
    expect(await send(undefined, '/version')).toMatchObject({
      body: { build: { commit: checkedOutCommit(projectRoot()) ?? 'unknown' } },
    });
  });
}
