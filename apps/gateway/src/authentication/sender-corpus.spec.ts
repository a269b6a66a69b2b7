import { describe, expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { exchangeOverSocket } from '@ndx/testing';
import { FIRST_CERTIFICATE, SECOND_CERTIFICATE } from '../testing/client-certificates.js';
import { DpopClient, PUBLIC_ORIGIN } from '../testing/dpop-client.js';
import { useGateway } from '../testing/gateway-fixture.js';
import { SENDER_CORPUS } from '../testing/sender-corpus.js';
import { CERTIFICATE_HEADER, dpop, PATH, Scene } from '../testing/sender-scene.js';

const gateway = useGateway({
  PUBLIC_ORIGINS: `https://other.example,${PUBLIC_ORIGIN}`,
  CLIENT_CERTIFICATE_HEADER: CERTIFICATE_HEADER,
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
});

const reasons = async () => {
  const samples = (await gateway.figures()).matchAll(
    /^gateway_authentication_refusals_total\{reason="(\w+)".* (\d+)$/gm,
  );
  return new Map([...samples].map(([, reason, count]) => [reason, Number(count)]));
};

const send = (lines: readonly string[], path = PATH) =>
  exchangeOverSocket(gateway.url + path, lines);

test.each(SENDER_CORPUS.map((row) => [`${row.reason}: ${row.name}`, row] as const))(
  'a request gets nothing for %s',
  async (_name, { reason, lines }) => {
    const before = (await reasons()).get(reason) ?? 0;
    gateway.service.received.length = 0;
    const { status, body } = await send(lines(new Scene(gateway.issuer)));
    const { absent, invalid, noAccount } = AUTHENTICATION_ERRORS;
    const rows: Readonly<Record<string, { readonly detail: string }>> = {
      absent,
      unknown_account: noAccount,
    };
    const { detail } = rows[reason] ?? invalid;
    expect([status, body]).toEqual([401, JSON.stringify({ detail })]);
    expect(gateway.service.received).toEqual([]);
    expect((await reasons()).get(reason)).toBe(before + 1);
  },
);

test('the corpus has at least 60 requests', () => {
  expect(SENDER_CORPUS.length).toBeGreaterThanOrEqual(60);
});

describe('a bound token is accepted', () => {
  test.each(['ES256', 'PS256', 'EdDSA'] as const)('with a proof by %s', async (alg) => {
    const holder = DpopClient.create(alg);
    const token = new Scene(gateway.issuer).token({ cnf: { jkt: holder.thumbprint } });
    for (let at = 0; at < 2; at += 1) {
      expect((await send(dpop(token, holder.proof(PATH, token)))).status).toBe(200);
    }
  });

  test.each([
    ['a query in the address of the request', `${PATH}?limit=1`, PUBLIC_ORIGIN + PATH],
    ['a query and a fragment in the proof', PATH, `${PUBLIC_ORIGIN}${PATH}?limit=1#a`],
    ['the default port and a host in upper case', PATH, `HTTPS://EXCHANGE.example:443${PATH}`],
    ['another origin of ours', PATH, `https://other.example${PATH}`],
    ['escapes that are not needed', '/v1/pr%6fducts', PUBLIC_ORIGIN + PATH],
  ])('with %s', async (_case, path, htu) => {
    const scene = new Scene(gateway.issuer);
    const token = scene.bound();
    const { status } = await send(dpop(token, scene.proof(token, { claims: { htu } })), path);
    expect(status).toBe(200);
  });

  test("with a member of the provider's own in its confirmation", async () => {
    const scene = new Scene(gateway.issuer);
    const token = scene.bound({ 'kc-jkt-type': 'dpop' });
    expect((await send(dpop(token, scene.proof(token)))).status).toBe(200);
  });

  test('of a client whose clock is a few seconds ahead', async () => {
    const scene = new Scene(gateway.issuer);
    const token = scene.bound();
    const iat = Math.floor(Date.now() / 1_000) + 8;
    expect((await send(dpop(token, scene.proof(token, { claims: { iat } })))).status).toBe(200);
  });

  test.each([
    ['the form of RFC 9440', FIRST_CERTIFICATE.field],
    ['escaped PEM', FIRST_CERTIFICATE.escapedPem],
  ])('with its certificate in %s', async (_form, field) => {
    const cnf = { 'x5t#S256': FIRST_CERTIFICATE.thumbprint };
    const authorization = `authorization: Bearer ${new Scene(gateway.issuer).token({ cnf })}`;
    const { status } = await send([authorization, `${CERTIFICATE_HEADER}: ${field}`]);
    expect(status).toBe(200);
  });

  test('with its certificate and a proof, when it names both', async () => {
    const scene = new Scene(gateway.issuer);
    const token = scene.bound({ 'x5t#S256': SECOND_CERTIFICATE.thumbprint });
    const lines = dpop(token, scene.proof(token));
    const { field } = SECOND_CERTIFICATE;
    expect((await send([...lines, `${CERTIFICATE_HEADER}: ${field}`])).status).toBe(200);
  });
});

test('a proof is used once, and only by a request that is accepted', async () => {
  const scene = new Scene(gateway.issuer);
  const token = scene.bound();
  const proof = scene.proof(token);
  expect((await send(dpop(token, proof), '/v1/networks')).status).toBe(401);
  gateway.service.received.length = 0;
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(dpop(token, proof))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expect(gateway.service.received).toHaveLength(1);
});

test('the proof is not passed on', async () => {
  const scene = new Scene(gateway.issuer);
  const token = scene.bound();
  await send(dpop(token, scene.proof(token)));
  const { headers } = gateway.service.last();
  expect([headers['dpop'], headers['authorization']]).toEqual([undefined, undefined]);
});

describe('the challenge of a 401', () => {
  const challenge = async (lines: readonly string[]) =>
    (await send(lines)).headers['www-authenticate'];
  const algs = 'algs="ES256 PS256 EdDSA"';

  test('is of a proof for a wrong proof', async () => {
    const token = new Scene(gateway.issuer).bound();
    expect(await challenge(dpop(token, 'proof'))).toBe(`DPoP error="invalid_dpop_proof", ${algs}`);
  });

  test('is of a token for a token that is none', async () => {
    expect(await challenge(dpop('token', 'proof'))).toBe(`DPoP error="invalid_token", ${algs}`);
  });

  test('names both schemes for a bound token that is sent as a bearer token', async () => {
    const token = new Scene(gateway.issuer).bound();
    expect(await challenge([`authorization: Bearer ${token}`])).toBe(
      `Bearer error="invalid_token", DPoP ${algs}`,
    );
  });

  test('is Bearer otherwise', async () => {
    expect(await challenge([])).toBe('Bearer');
    expect(await challenge(['authorization: Bearer token'])).toBe('Bearer');
  });
});

describe('by default', () => {
  const other = useGateway();

  test('a token with a key for proofs or a certificate is rejected', async () => {
    const scene = new Scene(other.issuer);
    const token = scene.bound();
    const host = new URL(other.url).host;
    const htu = `http://${host}${PATH}`;
    const lines = dpop(token, scene.proof(token, { claims: { htu } }));
    expect((await exchangeOverSocket(other.url + PATH, lines)).status).toBe(401);
    const cnf = { 'x5t#S256': FIRST_CERTIFICATE.thumbprint };
    const passed = [
      `authorization: Bearer ${scene.token({ cnf })}`,
      `${CERTIFICATE_HEADER}: ${FIRST_CERTIFICATE.field}`,
    ];
    expect((await exchangeOverSocket(other.url + PATH, passed)).status).toBe(401);
    expect((await other.get(PATH, await other.bearer())).status).toBe(200);
  });
});

test('a certificate counts only from a trusted proxy, and such a proxy must be named', async () => {
  const scene = new Scene(gateway.issuer);
  const untrusting = await gateway.another({ TRUSTED_PROXIES: '192.0.2.0/24' });
  try {
    const cnf = { 'x5t#S256': FIRST_CERTIFICATE.thumbprint };
    const lines = [
      `authorization: Bearer ${scene.token({ cnf })}`,
      `${CERTIFICATE_HEADER}: ${FIRST_CERTIFICATE.field}`,
    ];
    expect((await exchangeOverSocket(untrusting.url + PATH, lines)).status).toBe(401);
    expect((await send(lines)).status).toBe(200);
  } finally {
    await untrusting.close();
  }
  await expect(gateway.another({ TRUSTED_PROXIES: '' })).rejects.toThrow(
    'certificates are accepted from named proxies only',
  );
});
