import {
  createHmac,
  generateKeyPairSync,
  sign as signWith,
  constants,
  type KeyObject,
} from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { testVerifier } from '@ndx/service/testing';
import { startHttpServer } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { ACCOUNT, CLAIMS, GatewayFixture, seen } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';
const ROBOT = 'first-bank-robot';
/** A client of a provider that states no institution in the tokens of programs. */
const PROGRAM = { client_id: 'first-bank-nightly', subject: 'service-principal' };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pss = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const jwkOf = (kid: string, { publicKey }: { readonly publicKey: KeyObject }, alg?: string) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...{ kid, use: 'sig', ...(alg !== undefined && { alg }) },
});

/** As Keycloak publishes them, with a key for encryption. */
const KEY_SET = {
  keys: [
    jwkOf('rsa', rsa),
    jwkOf('pss', pss, 'PS256'),
    jwkOf('ec', ec, 'ES256'),
    { ...jwkOf('enc', rsa, 'RSA-OAEP'), use: 'enc' },
  ],
};

type Sign = (text: string) => string;

const rs256: Sign = (text) =>
  signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url');
const ps256 = (key: KeyObject): Sign => {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  return (text) => signWith('sha256', Buffer.from(text), { key, ...padding }).toString('base64url');
};
const es256: Sign = (text) => {
  const options = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return signWith('sha256', Buffer.from(text), options).toString('base64url');
};
const hs256: Sign = (text) => {
  const secret = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  return createHmac('sha256', secret).update(text).digest('base64url');
};

/** What a provider states in its own places. */
const OWN = {
  org_id: undefined,
  organization: { id: CLAIMS.org_id },
  resource_access: { ndx: { roles: ['policy:read', 'offline_access'] } },
};

const REALM = '/realms/bank/protocol/openid-connect/certs';

/** A gateway in front of a provider that is configured as its documents say, without mappers. */
const provider = useStarted(async () => {
  const keys = await startHttpServer(({ url }, response) => {
    response.writeHead(url === REALM ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(url === REALM ? KEY_SET : {}));
  });
  const gateway = await GatewayFixture.start({
    JWKS_URL: '',
    JWKS_URI: keys.url + REALM,
    TOKEN_CLIENTS: `${ROBOT},${PROGRAM.client_id}=program`,
    TOKEN_ALGORITHMS: 'RS256,PS256,ES256',
    CLAIM_ORGANIZATION: '/organization/id',
    CLAIM_PERMISSIONS: '/resource_access/ndx/roles',
  });
  const client = { client_id: PROGRAM.client_id, permissions: ['policy:read'], addresses: null };
  gateway.service.accounts.set(`${PROGRAM.client_id} ${PROGRAM.subject}`, {
    ...ACCOUNT,
    client: { ...client, token_binding: 'optional' },
  });
  const send = (header: object, sign: Sign, claims: object = {}) => {
    const payload = { ...gateway.issuer.claimsOf({ ...CLAIMS, ...OWN }), ...claims };
    const token = gateway.issuer.exact({ kid: 'rsa', ...header }, payload, sign);
    return gateway.get(PATH, `Bearer ${token}`);
  };
  const stop = async () => {
    await gateway.stop();
    await keys.stop();
  };
  return { gateway, keys, send, stop };
});

const audiences = () => ({ aud: ['account', provider.gateway.issuer.provider.clientId] });

describe('a token of a stock provider is accepted', () => {
  test.each([
    ['RS256', {}, rs256],
    ['PS256, with a key of any algorithm', { alg: 'PS256' }, ps256(rsa.privateKey)],
    ['PS256', { alg: 'PS256', kid: 'pss' }, ps256(pss.privateKey)],
    ['ES256', { alg: 'ES256', kid: 'ec' }, es256],
  ])('signed with %s', async (_case, header, sign) => {
    expect((await provider.send(header, sign)).status).toBe(200);
  });

  test('of a provider whose clock is a few seconds ahead', async () => {
    const ahead = Math.floor(Date.now() / 1_000) + 8;
    expect((await provider.send({}, rs256, { nbf: ahead, iat: ahead })).status).toBe(200);
  });

  test('for several audiences, of the client of an institution', async () => {
    for (const client of [{ azp: ROBOT }, { client_id: ROBOT }, { cid: ROBOT }]) {
      const { status } = await provider.send({}, rs256, { ...audiences(), ...client });
      expect(status).toBe(200);
    }
  });

  test('with the account and the permissions in claims of claims', async () => {
    expect((await provider.send({}, rs256)).status).toBe(200);
    const { headers } = provider.gateway.service.last();
    expect(testVerifier().verify(headers['x-principal'])).toMatchObject({
      principal: { account_id: ACCOUNT.account_id, permissions: ['policy:read'] },
    });
  });
});

/** As Entra ID issues it to an application: without the directory extension of a user. */
const APP_ONLY = {
  ...{ sub: PROGRAM.subject, oid: PROGRAM.subject, azp: PROGRAM.client_id, azpacr: '2' },
  ...{ idtyp: 'app', role: undefined, resource_access: undefined },
};

describe('a token of a program without the claim of its institution', () => {
  test.each([
    ['no claim', { organization: undefined }],
    ['no claim within the one around it', { organization: {} }],
  ])('is accepted with %s', async (_case, claims) => {
    expect((await provider.send({}, rs256, { ...APP_ONLY, ...claims })).status).toBe(200);
  });

  test.each([
    ['a text in the place of claims', { organization: CLAIMS.org_id }],
    ['a list in the place of claims', { organization: [{}] }],
    ['null in the place of claims', { organization: null }],
    ['an empty text', { organization: { id: '' } }],
    ['null', { organization: { id: null } }],
    ['a list', { organization: { id: [CLAIMS.org_id] } }],
    ['an unknown institution', { organization: { id: 'nowhere' } }],
    ['the subject of a person', { organization: {}, sub: CLAIMS.sub }],
    ['a client that is not for programs alone', { organization: {}, azp: ROBOT }],
  ])('is rejected with %s', async (_case, claims) => {
    const { status, detail } = AUTHENTICATION_ERRORS.noAccount;
    const sent = provider.send({}, rs256, { ...APP_ONLY, ...claims });
    expect(await seen(sent)).toEqual({ status, body: { detail } });
  });
});

describe('a token of a stock provider is rejected', () => {
  test.each([
    ['the algorithm of another kind of key', { alg: 'ES256', kid: 'rsa' }, es256],
    ['an algorithm that its key does not have', { kid: 'pss' }, rs256],
    ['an algorithm that is not allowed', { alg: 'PS384' }, ps256(rsa.privateKey)],
    ['the public key as a secret', { alg: 'HS256' }, hs256],
    ['the key for encryption', { kid: 'enc' }, rs256],
    ['the signature of another algorithm', { alg: 'PS256' }, rs256],
    ['the signature of another key', { alg: 'PS256', kid: 'pss' }, ps256(rsa.privateKey)],
  ])('with %s', async (_case, header, sign) => {
    const { status, detail } = AUTHENTICATION_ERRORS.invalid;
    expect(await seen(provider.send(header, sign))).toEqual({ status, body: { detail } });
  });

  test.each([
    ['a client that is not accepted', () => ({ azp: 'another-client' })],
    ['a client of Okta that is not accepted', () => ({ cid: 'another-client' })],
    ['a client of Entra ID that is not accepted', () => ({ appid: 'another-client' })],
    ['another client beside an accepted one', () => ({ azp: ROBOT, client_id: 'another-client' })],
    ['a client that is no text', () => ({ client_id: [ROBOT] })],
    ['several audiences and no client', audiences],
    ['several audiences without ours', () => ({ aud: ['account', 'userinfo'], azp: ROBOT })],
    ['the client as the audience', () => ({ aud: ROBOT, azp: ROBOT })],
  ])('with %s', async (_case, claims) => {
    const { status, detail } = AUTHENTICATION_ERRORS.invalid;
    expect(await seen(provider.send({}, rs256, claims()))).toEqual({ status, body: { detail } });
  });

  test.each([
    ['no such claim', { organization: undefined }],
    ['a text in the place of claims', { organization: CLAIMS.org_id }],
    ['a list in the place of claims', { organization: [{ id: CLAIMS.org_id }] }],
    ['the place as a name', { organization: {}, '/organization/id': CLAIMS.org_id }],
  ])('without an institution: %s', async (_case, claims) => {
    const { status, detail } = AUTHENTICATION_ERRORS.noAccount;
    expect(await seen(provider.send({}, rs256, claims))).toEqual({ status, body: { detail } });
  });

  test('signed with ES256, unless the operator allows it', async () => {
    const { gateway, keys } = provider;
    const other = await gateway.another({ TOKEN_ALGORITHMS: 'RS256', JWKS_URI: keys.url + REALM });
    try {
      const payload = gateway.issuer.claimsOf({ ...CLAIMS, ...OWN });
      const send = (header: object, sign: Sign) => {
        const authorization = `Bearer ${gateway.issuer.exact(header, payload, sign)}`;
        return fetch(other.url + PATH, { headers: { authorization } });
      };
      expect((await send({ kid: 'rsa' }, rs256)).status).toBe(200);
      expect((await send({ kid: 'ec', alg: 'ES256' }, es256)).status).toBe(401);
      expect((await send({ kid: 'rsa', alg: 'PS256' }, ps256(rsa.privateKey))).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});

test('a gateway with two places of the key set does not start', async () => {
  const { gateway, keys } = provider;
  const places = { JWKS_URL: keys.url, JWKS_URI: keys.url + REALM };
  await expect(gateway.another(places)).rejects.toThrow('JWKS_URL, JWKS_URI: at most one');
});

describe('a gateway of production reads the key set where nobody else can change it', () => {
  const production = { ENVIRONMENT: 'production', TOKEN_ISSUER: 'https://id.example' };

  test.each([
    [{ JWKS_URI: 'http://id.example/jwks' }],
    [{ JWKS_URI: 'http://192.0.2.7/jwks' }],
    [{ JWKS_URI: 'http://[2001:db8::7]/jwks' }],
    [{ JWKS_URI: 'http://svc.id.example/jwks' }],
    [{ JWKS_URL: 'http://id.example/keys' }],
  ])('and does not start with %j', async (places) => {
    const { gateway } = provider;
    await expect(
      gateway.another({ ...production, JWKS_URL: '', JWKS_URI: '', ...places }),
    ).rejects.toThrow(
      'JWKS_URL, JWKS_URI, ENVIRONMENT: production reads the key set at an https:// address',
    );
  });

  test.each([
    [{ JWKS_URI: 'https://id.example/jwks' }],
    [{ JWKS_URI: 'http://keycloak:8080/jwks' }],
    [{ JWKS_URI: 'http://keycloak.identity.svc:8080/jwks' }],
    [{ JWKS_URI: 'http://keycloak.identity.svc.cluster.local./jwks' }],
    [{ JWKS_URI: 'http://127.0.0.1:8080/jwks' }],
    [{ JWKS_URI: 'http://id.example/jwks', ENVIRONMENT: 'sandbox' }],
  ])('and starts with %j', async (places) => {
    const { gateway } = provider;
    await (await gateway.another({ ...production, JWKS_URL: '', ...places })).close();
  });
});
