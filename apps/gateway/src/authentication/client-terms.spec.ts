import { describe, expect, test } from '@jest/globals';
import type { Permission } from '@ndx/contracts';
import { testVerifier } from '@ndx/service/testing';
import { exchangeOverSocket } from '@ndx/testing';
import { PUBLIC_ORIGIN } from '../testing/dpop-client.js';
import { ACCOUNT, CLAIMS, seen, useGateway } from '../testing/gateway-fixture.js';
import { dpop, PATH, Scene } from '../testing/sender-scene.js';
import type { ClientTerms } from './client-terms.js';

const ROBOT = 'robot';
const CLI = 'command-line';
/** A name may have the separator. */
const PROGRAM = 'nightly=1';

const gateway = useGateway({
  PUBLIC_ORIGINS: PUBLIC_ORIGIN,
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  TOKEN_CLIENTS: `${ROBOT},another-robot,${CLI}=people,${PROGRAM}=program`,
});

const NO_ACCOUNT = 'Could not validate credentials or find account';
const INVALID = 'Invalid or expired token';

let registered = 0;

/** The organization of an account with a client. */
function register(difference: Partial<ClientTerms> = {}): string {
  registered += 1;
  const organization = `of-client-${String(registered)}`;
  const client = {
    client_id: ROBOT,
    permissions: ['policy:read', 'data:furnish'],
    addresses: null,
    token_binding: 'optional',
    ...difference,
  };
  gateway.service.accounts.set(organization, { ...ACCOUNT, client });
  return organization;
}

const tokenOf = (organization: string, claims: object = {}) =>
  new Scene(gateway.issuer).token({ org_id: organization, role: undefined, azp: ROBOT, ...claims });

const send = (lines: readonly string[]) => exchangeOverSocket(gateway.url + PATH, lines);
const bearer = (token: string, ...lines: readonly string[]) =>
  send([`authorization: Bearer ${token}`, ...lines]);

async function refusalsOf(reason: string): Promise<number> {
  const sample = new RegExp(
    `^gateway_authentication_refusals_total{reason="${reason}".* (\\d+)$`,
    'm',
  );
  return Number(sample.exec(await gateway.figures())?.[1] ?? 0);
}

/** The request gets the 401 with this text, and the log the reason. */
async function expectRefused(
  reason: string,
  detail: string,
  request: () => ReturnType<typeof send>,
): Promise<void> {
  const before = await refusalsOf(reason);
  gateway.service.received.length = 0;
  const { status, body } = await request();
  expect([status, body]).toEqual([401, JSON.stringify({ detail })]);
  expect(await refusalsOf(reason)).toBe(before + 1);
  expect(gateway.service.received).toEqual([]);
}

describe('the account of a client', () => {
  test.each([
    ['azp', { azp: ROBOT }],
    ['client_id', { azp: undefined, client_id: ROBOT }],
    ['cid', { azp: undefined, cid: ROBOT }],
    ['two claims', { azp: ROBOT, client_id: ROBOT }],
  ])('is used by a token of the client: %s', async (_claim, claims) => {
    expect((await bearer(tokenOf(register(), claims))).status).toBe(200);
  });

  test.each([
    ['another client', { azp: 'another-robot' }],
    ['two clients', { azp: ROBOT, client_id: 'another-robot' }],
    ['no client', { azp: undefined }],
  ])('is not used by a token of %s', async (_case, claims) => {
    const token = tokenOf(register(), claims);
    await expectRefused('client_account', NO_ACCOUNT, () => bearer(token));
  });
});

describe('a client with addresses', () => {
  const organization = () => register({ addresses: ['192.0.2.0/24', '2001:db8::/32'] });
  const from = (token: string, address: string) => bearer(token, `x-forwarded-for: ${address}`);

  test.each(['192.0.2.77', '::ffff:192.0.2.77', '2001:db8::7'])(
    'is accepted from %s',
    async (address) => {
      expect((await from(tokenOf(organization()), address)).status).toBe(200);
    },
  );

  test.each(['192.0.3.1', '2001:db9::7', '127.0.0.1'])('is rejected from %s', async (address) => {
    const token = tokenOf(organization());
    // Also after a request from its own address.
    expect((await from(token, '192.0.2.1')).status).toBe(200);
    await expectRefused('client_address', NO_ACCOUNT, () => from(token, address));
  });
});

describe('a client that needs bound tokens', () => {
  const bound = (scene: Scene) =>
    scene.bound({}, { org_id: register({ token_binding: 'required' }), azp: ROBOT });

  test('is accepted with a proof of the key', async () => {
    const scene = new Scene(gateway.issuer);
    const token = bound(scene);
    expect((await send(dpop(token, scene.proof(token)))).status).toBe(200);
  });

  test('is rejected with a bearer token, and the challenge names the scheme', async () => {
    const token = tokenOf(register({ token_binding: 'required' }));
    await expectRefused('unbound', INVALID, () => bearer(token));
    const { headers } = await bearer(token);
    expect(headers['www-authenticate']).toContain('DPoP algs=');
  });
});

describe('the permissions of a client', () => {
  test.each<[string, object, readonly Permission[]]>([
    ['the registered ones without a claim', {}, ['policy:read', 'data:furnish']],
    [
      'the intersection with the permissions of its token',
      { permissions: ['policy:read', 'billing:read'] },
      ['policy:read'],
    ],
    ['the intersection with the role of its token', { role: 'querier' }, ['policy:read']],
  ])('are %s', async (_case, claims, expected) => {
    expect((await bearer(tokenOf(register(), claims))).status).toBe(200);
    const caller = testVerifier().verify(gateway.service.last().headers['x-principal']);
    if (caller?.kind !== 'account') throw new Error('no account was passed on');
    expect(caller.principal.permissions).toEqual(expected);
    expect(caller.principal.memberships).toEqual(ACCOUNT.memberships);
  });

  test('are none when the token lists others', async () => {
    const token = tokenOf(register(), { permissions: ['billing:read'] });
    expect((await bearer(token)).status).toBe(403);
  });
});

describe('a token without an institution', () => {
  /** Registers the client for programs, and returns claims of its tokens with a subject of their own. */
  function unnamed(difference: Partial<ClientTerms> = {}): object {
    const organization = register({ client_id: PROGRAM, ...difference });
    const sub = `subject-${organization}`;
    gateway.service.accounts.set(
      `${PROGRAM} ${sub}`,
      gateway.service.accounts.get(organization) ?? {},
    );
    return { sub, org_id: undefined, role: undefined, azp: PROGRAM };
  }

  test.each([
    ['azp', { azp: PROGRAM }],
    ['client_id', { client_id: PROGRAM }],
    ['cid', { cid: PROGRAM }],
    ['appid', { appid: PROGRAM }],
    ['two claims', { azp: PROGRAM, client_id: PROGRAM }],
    ['azp of Entra ID', { azp: PROGRAM, idtyp: 'app', tid: 'tenant' }],
  ])('is of the client that is registered with its subject: %s', async (_claim, claims) => {
    const token = tokenOf('', { ...unnamed(), azp: undefined, ...claims });
    expect((await bearer(token)).status).toBe(200);
  });

  test('has the registered permissions, within those that it states', async () => {
    const own = unnamed();
    const permissions = async (claims: object) => {
      const token = tokenOf('', { ...own, ...claims });
      expect((await bearer(token)).status).toBe(200);
      const caller = testVerifier().verify(gateway.service.last().headers['x-principal']);
      return caller?.kind === 'account' ? caller.principal.permissions : undefined;
    };
    expect(await permissions({})).toEqual(['policy:read', 'data:furnish']);
    expect(await permissions({ permissions: ['policy:read', 'billing:read'] })).toEqual([
      'policy:read',
    ]);
  });

  test('needs the proof that its registration requires', async () => {
    const token = tokenOf('', unnamed({ token_binding: 'required' }));
    await expectRefused('unbound', INVALID, () => bearer(token));
  });

  test('shares no cached account with one whose institution has the name of the client', async () => {
    const own = unnamed();
    expect((await bearer(tokenOf('', own))).status).toBe(200);
    const other = tokenOf('', { ...own, org_id: PROGRAM });
    await expectRefused('unknown_account', NO_ACCOUNT, () => bearer(other));
  });

  test('accepts no invitation', async () => {
    const token = tokenOf('', unnamed());
    expect((await bearer(token)).status).toBe(200);
    const accept = fetch(`${gateway.url}/v1/invitations/accept`, {
      ...{ method: 'POST', body: '{}' },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await seen(accept)).toEqual({ status: 401, body: { detail: NO_ACCOUNT } });
  });
});

describe('a client without a purpose', () => {
  test('is accepted for the account of a person', async () => {
    const claims = { org_id: CLAIMS.org_id, role: CLAIMS.role };
    expect((await bearer(tokenOf('', { ...claims, azp: 'another-robot' }))).status).toBe(200);
  });
});

const person = { org_id: CLAIMS.org_id, role: CLAIMS.role };

describe('a client for the sign-in of people', () => {
  test('is accepted for the account of a person', async () => {
    expect((await bearer(tokenOf('', { ...person, azp: CLI }))).status).toBe(200);
  });

  test.each([
    ['the command line', () => CLI],
    ['the console', () => gateway.issuer.provider.clientId],
  ])('is rejected for the account of a registered client: %s', async (_client, clientOf) => {
    const client = clientOf();
    const token = tokenOf(register({ client_id: client }), { azp: client });
    await expectRefused('client_purpose', NO_ACCOUNT, () => bearer(token));
  });
});

describe('a client for programs', () => {
  test('is accepted for the account of its registration', async () => {
    const token = tokenOf(register({ client_id: PROGRAM }), { azp: PROGRAM });
    expect((await bearer(token)).status).toBe(200);
  });

  test('is rejected for an account that is not registered as a client', async () => {
    const token = tokenOf('', { ...person, azp: PROGRAM });
    await expectRefused('client_purpose', NO_ACCOUNT, () => bearer(token));
  });

  test('is rejected where a person accepts an invitation', async () => {
    const accept = (token: string) =>
      fetch(`${gateway.url}/v1/invitations/accept`, {
        ...{ method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } },
      });
    const token = tokenOf('', { ...person, azp: PROGRAM });
    const { status } = await accept(tokenOf('', { ...person, azp: CLI }));
    expect(status).toBe(200);
    const before = await refusalsOf('client_purpose');
    expect(await seen(accept(token))).toEqual({ status: 401, body: { detail: NO_ACCOUNT } });
    expect(await refusalsOf('client_purpose')).toBe(before + 1);
  });

  test('is rejected together with a client for people', async () => {
    for (const organization of [CLAIMS.org_id, register({ client_id: PROGRAM })]) {
      const claims = { azp: PROGRAM, client_id: CLI };
      const { status } = await bearer(tokenOf(organization, claims));
      expect(status).toBe(401);
    }
  });
});

test.each(['robot=', 'robot=console', '=people', 'robot=people,robot', 'a robot=program', ','])(
  'a gateway does not start with the clients "%s"',
  async (TOKEN_CLIENTS) => {
    await expect(gateway.another({ TOKEN_CLIENTS })).rejects.toThrow(
      /TOKEN_CLIENTS: .*it takes texts without spaces, such as client=people or client=program/,
    );
  },
);
