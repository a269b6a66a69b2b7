import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceVariable, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalIdentityProvider } from '@ndx/local-infra';
import { PRINCIPAL_VARIABLES } from '@ndx/service/testing';
import { createTestDatabase, startHttpServer, TokenIssuer } from '@ndx/testing';
import { loadGatewayConfig } from '../gateway.config.js';
import { CLAIMS } from '../testing/gateway-fixture.js';
import { examine } from './doctor-command.js';

const CLIENT_ID = 'exchange-test';
const THUMBPRINT = 't'.repeat(43);

let provider: LocalIdentityProvider;
let issuer: TokenIssuer;

beforeAll(async () => {
  const log = (): void => undefined;
  const consoleUrls = ['http://127.0.0.1:9/console'];
  provider = await LocalIdentityProvider.start({ clientId: CLIENT_ID, consoleUrls, log });
  issuer = TokenIssuer.of(provider);
});

afterAll(() => provider.stop());

function configWith(variables: NodeJS.ProcessEnv = {}) {
  const urls = STATEFUL_SERVICE_NAMES.map((name) => [
    serviceVariable(name, 'URL'),
    'http://127.0.0.1:9',
  ]);
  return loadGatewayConfig({
    ...PRINCIPAL_VARIABLES,
    ...(Object.fromEntries(urls) as Record<string, string>),
    ...{ JWKS_URL: provider.url, CLIENT_ID, TOKEN_ISSUER: provider.issuer },
    ...variables,
  });
}

/** The finding about a subject: its state and its sentence. */
async function found(subject: string, variables: NodeJS.ProcessEnv = {}, token?: string) {
  const findings = await examine(configWith(variables), token);
  return findings
    .filter((each) => each.subject === subject)
    .map(({ state, text }) => [state, text]);
}

describe('a configuration', () => {
  test('that agrees with the provider has no failed check', async () => {
    const token = await issuer.valid(CLAIMS);
    const findings = await examine(configWith(), token);
    expect(findings.map(({ subject, state }) => [subject, state])).toEqual([
      ['JWKS_URL', 'ok'],
      ['TOKEN_ISSUER', 'ok'],
      ['clock', 'ok'],
      ['token', 'ok'],
    ]);
  });

  test('with another issuer than the provider states fails', async () => {
    const stated = provider.issuer;
    expect(await found('TOKEN_ISSUER', { TOKEN_ISSUER: `${stated}/` })).toEqual([
      ['failed', `the provider states the issuer ${stated}, and not ${stated}/`],
    ]);
  });

  test('with a key set that cannot be read fails, with the reason', async () => {
    const [[state, text] = []] = await found('JWKS_URL', { JWKS_URL: 'http://127.0.0.1:9' });
    expect(state).toBe('failed');
    expect(text).toMatch(/^the key set cannot be read: .*ECONNREFUSED.*\/exchange-test\)$/);
  });

  test('without an address of the key set finds it at the issuer', async () => {
    const [[state, text] = []] = await found('key set', { JWKS_URL: '' });
    expect([state, text]).toEqual(['ok', expect.stringMatching(/^the key set has usable keys \(/)]);
    const [[failed, reason] = []] = await found('key set', {
      ...{ JWKS_URL: '', TOKEN_ISSUER: `${provider.issuer}/` },
    });
    expect([failed, reason]).toEqual([
      'failed',
      expect.stringMatching(/states the issuer .*, and/),
    ]);
  });

  test('with another key set than the provider states gets a warning', async () => {
    const other = `${provider.url}/${CLIENT_ID}`;
    const [[state, text] = []] = (await found('JWKS_URI', { JWKS_URL: '', JWKS_URI: other })).slice(
      1,
    );
    expect(state).toBe('warning');
    expect(text).toMatch(/^the provider states the key set http.*, and not http/);
  });

  test('with an issuer without a discovery document gets a warning', async () => {
    const [[state, text] = []] = await found('TOKEN_ISSUER', {
      TOKEN_ISSUER: 'http://127.0.0.1:9',
    });
    expect(state).toBe('warning');
    expect(text).toMatch(/^its discovery document cannot be compared/);
  });

  test('of a provider whose clock is an hour ahead fails', async () => {
    const server = await startHttpServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
      response.end(JSON.stringify({ issuer: server.url }));
    });
    const [[state, text] = []] = await found('clock', { TOKEN_ISSUER: server.url });
    await server.stop();
    expect(state).toBe('failed');
    expect(text).toMatch(
      /^the clock of the provider is 3\d{3} s ahead of the clock of this machine$/,
    );
  });

  test('with a client without a purpose gets a warning', async () => {
    const TOKEN_CLIENTS = 'ndx=people,robot=program';
    expect(await found('TOKEN_CLIENTS', { TOKEN_CLIENTS })).toEqual([]);
    const text = 'accepted for people and for programs, because no purpose is stated: old';
    expect(await found('TOKEN_CLIENTS', { TOKEN_CLIENTS: `${TOKEN_CLIENTS},old` })).toEqual([
      ['warning', text],
    ]);
  });

  test('with a database for rate limits is checked', async () => {
    const database = await createTestDatabase();
    const subject = 'RATE_LIMIT_STORE_URL';
    expect(await found(subject, { [subject]: database.url })).toEqual([
      ['ok', 'the database answers'],
    ]);
    const absent = 'postgres://127.0.0.1:9/absent';
    expect(await found(subject, { [subject]: absent })).toEqual([
      ['failed', `${subject} (127.0.0.1:9): nothing listens at this address`],
    ]);
    await database.drop();
  });
});

describe('a token', () => {
  const rejected: readonly (readonly [
    what: string,
    token: () => Promise<string> | string,
    sentence: RegExp,
    variables?: NodeJS.ProcessEnv,
  ])[] = [
    ['that is no JWT', () => 'opaque', /^it is not a JWT/],
    [
      'of another issuer',
      () => provider.mint(CLAIMS, { issuer: 'https://other.example' }),
      /^its issuer is "https:\/\/other.example", and TOKEN_ISSUER is "http/,
    ],
    [
      'for another audience',
      () => provider.mint(CLAIMS, { audience: 'account' }),
      /^its audience is "account", and CLIENT_ID is "exchange-test"$/,
    ],
    [
      'of an unlisted client',
      () => issuer.valid({ ...CLAIMS, azp: 'robot' }),
      /^it was issued to the client "robot", which TOKEN_CLIENTS does not list$/,
    ],
    ['that has expired', () => issuer.expired(CLAIMS), /^it expired at 20\d\d-.*Z$/],
    [
      'that is not valid yet',
      () => provider.mint(CLAIMS, { notBefore: 600 }),
      /^it is valid from 20\d\d-.*Z, which is in the future of this machine$/,
    ],
    [
      'with a longer lifetime than allowed',
      () => issuer.valid(CLAIMS),
      /^it has no expiry, or is valid for more than 60 s \(TOKEN_MAX_LIFETIME_SECONDS\)$/,
      { TOKEN_MAX_LIFETIME_SECONDS: '60' },
    ],
    [
      'with an unknown key',
      () => issuer.withUnknownKey(CLAIMS),
      /^its key "unknown-key" is not in the key set$/,
    ],
    [
      'with a forged signature',
      () => issuer.exact({}, issuer.claimsOf(CLAIMS), () => provider.signText('another text')),
      /^its signature is not by the key ".*" of the key set$/,
    ],
    [
      'with another algorithm',
      () => issuer.valid(CLAIMS),
      /^it is signed with "RS256": TOKEN_ALGORITHMS allows ES256/,
      { TOKEN_ALGORITHMS: 'ES256' },
    ],
    [
      'without an institution',
      () => issuer.valid({ sub: 'user-1', role: 'admin' }),
      /^it has no claim org_id \(CLAIM_ORGANIZATION\), and no client that is for programs alone \(TOKEN_CLIENTS\)$/,
    ],
    [
      'of a client for people without an institution',
      () => issuer.valid({ sub: 'user-1', role: 'admin', azp: 'robot' }),
      /^it has no claim org_id .*, and no client that is for programs alone \(TOKEN_CLIENTS\)$/,
      { TOKEN_CLIENTS: 'robot=people' },
    ],
    [
      'of a person who signed in with the client of a program, without an institution',
      () => issuer.valid({ sub: 'user-1', azp: 'robot', auth_time: 1 }),
      /^it has no claim org_id \(CLAIM_ORGANIZATION\), and the claim auth_time of a person$/,
      { TOKEN_CLIENTS: 'robot=program' },
    ],
    [
      'with another value in the place of its institution',
      () => issuer.valid({ ...CLAIMS, org_id: ['first-bank'], azp: 'robot' }),
      /^it has no text in the claim org_id \(CLAIM_ORGANIZATION\)$/,
      { TOKEN_CLIENTS: 'robot=program' },
    ],
    [
      'that is bound to a key, of a gateway that accepts no proof',
      () => issuer.valid({ ...CLAIMS, cnf: { jkt: THUMBPRINT } }),
      /^it needs a DPoP proof \(cnf.jkt\), and none is accepted, because PUBLIC_ORIGINS is empty$/,
    ],
    [
      'that is bound to a certificate, of a gateway that reads none',
      () => issuer.valid({ ...CLAIMS, cnf: { 'x5t#S256': THUMBPRINT } }),
      /^it needs a client certificate .*, because CLIENT_CERTIFICATE_HEADER is empty$/,
      { PUBLIC_ORIGINS: 'https://exchange.example' },
    ],
    [
      'that is bound to a key in another way',
      () => issuer.valid({ ...CLAIMS, cnf: { jwk: {} } }),
      /^it is bound to a key by \{"jwk":\{\}\} \(cnf\), and the gateway knows only thumbprints/,
    ],
    [
      'without a subject',
      () => issuer.exact({}, { ...issuer.claimsOf(CLAIMS), sub: undefined }),
      /^it has no text in the claim sub$/,
    ],
    [
      'of a person without permissions',
      () => issuer.valid({ ...CLAIMS, role: undefined }),
      /^it has neither the claim permissions .* nor role .*, and its client is for people/,
    ],
    [
      'of clients with different purposes',
      () => issuer.valid({ ...CLAIMS, azp: 'robot', client_id: 'ndx' }),
      /^its clients have different purposes \(TOKEN_CLIENTS\)$/,
      { TOKEN_CLIENTS: 'robot=program,ndx=people' },
    ],
    [
      'without a known permission',
      () => issuer.valid({ ...CLAIMS, role: 'unknown' }),
      /^it has no known permission in the claim permissions \(CLAIM_PERMISSIONS\), and no known role in role \(CLAIM_ROLE\)$/,
    ],
  ];

  test('of a client without permissions is a warning', async () => {
    const token = await issuer.valid({ ...CLAIMS, role: undefined, azp: 'robot' });
    expect(await found('token', { TOKEN_CLIENTS: 'robot=program' }, token)).toEqual([
      ['warning', expect.stringMatching(/only a client that its institution registered/)],
    ]);
  });

  test('of a client without an institution names the registration that it needs', async () => {
    const unnamed = { sub: 'service-principal', azp: 'robot' };
    const variables = { TOKEN_CLIENTS: 'robot=program' };
    const registration =
      'a client that one institution registered as robot with the subject service-principal';
    expect(await found('token', variables, await issuer.valid(unnamed))).toEqual([
      ['warning', expect.stringMatching(new RegExp(`: only ${registration} has permissions$`))],
    ]);
    const token = await issuer.valid({ ...unnamed, permissions: ['data:furnish'] });
    expect(await found('token', variables, token)).toEqual([
      [
        'ok',
        `accepted for the client robot, service-principal with data:furnish, if it is of ${registration}`,
      ],
    ]);
  });

  test.each(rejected)(
    '%s is rejected in a sentence',
    async (_what, token, sentence, variables = {}) => {
      expect(await found('token', variables, await token())).toEqual([
        ['failed', expect.stringMatching(sentence)],
      ]);
    },
  );

  test('that is accepted names its account and permissions', async () => {
    const token = await issuer.valid({ ...CLAIMS, permissions: ['network:read'] });
    expect(await found('token', {}, token)).toEqual([
      ['ok', 'accepted for known-organization, user-1 with network:read'],
    ]);
  });

  test('that is bound to a key is accepted with a proof alone', async () => {
    const token = await issuer.valid({ ...CLAIMS, cnf: { jkt: THUMBPRINT } });
    const variables = { PUBLIC_ORIGINS: 'https://exchange.example' };
    expect(await found('token', variables, token)).toEqual([
      [
        'ok',
        expect.stringMatching(/^accepted together with the proof of its sender \(cnf\), for /),
      ],
    ]);
  });
});
