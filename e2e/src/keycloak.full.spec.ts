import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientCredentials, createNdxClient } from '@ndx/client';
import { privateKeyFile } from '@ndx/client/node';
import { eventually } from '@ndx/testing';
import { LocalKeycloak, projectRoot } from '@ndx/local-infra';
import { shellSteps } from '@ndx/tools/docs/shell-steps';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './harness/browser.js';
import type { CommandLine } from './harness/command-line.js';
import { enter, GUIDE, INTEGRATOR, KeycloakNetwork, OFFICER } from './harness/keycloak-network.js';

const RUNBOOK = shellSteps(
  readFileSync(join(projectRoot(), 'docs', 'operators', 'onboard.md'), 'utf8'),
);

/** The clients of the guide, those of the runbook, and one that is not listed. */
const FURNISHER = 'first-bank-robot';
const QUERIER = 'querying-bank-robot';
const NIGHTLY = 'nightly-robot';
const NORTH = 'north-savings-robot';
const UNLISTED = 'unlisted-robot';
/** Clients without the mapper of the institution. */
const PLAIN_FURNISHER = 'plain-furnisher';
const PLAIN_QUERIER = 'plain-querier';

const START_TIMEOUT_MS = 900_000;

/** A run without Java reports them as skipped; in CI there is no such run. */
const isPossible = LocalKeycloak.missing() === undefined || process.env['CI'] === 'true';
const describeWithKeycloak = isPossible ? describe : describe.skip;

const PRODUCTS = '/v1/products';

let network: KeycloakNetwork;
let browser: Browser;
/** The session of the user who administers the furnishing institution. */
let administrator: CommandLine;
let robotSubject: string;
let robotAccount: string;

async function statusOf(path: string, token: string): Promise<number> {
  return (await network.exchange.send(token, { method: 'GET', path })).status;
}

async function reasonsSeen(): Promise<string> {
  return (await fetch(`${network.exchange.metricsUrlOf('gateway')}/metrics`)).text();
}

/** It names the key. */
const headerOf = (token: string) => token.split('.', 1)[0];

const accountIn = (output = '') => String(/^account_id +(\S+)$/m.exec(output)?.[1]);

/** Registers the client of the furnishing institution with other terms. */
async function registerAgain(...terms: readonly string[]): Promise<void> {
  await administrator.json('clients', 'remove', robotAccount);
  const client = [FURNISHER, '--subject', robotSubject];
  robotAccount = accountIn((await administrator.run('clients', 'add', ...client, ...terms)).stdout);
}

/** A page of the console, with the tokens of its requests and the PKCE methods of its sign-ins. */
async function openConsole(path = '/console/') {
  const context = await browser.newContext();
  const page = await context.newPage();
  const tokens = new Set<string>();
  const challenges: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/auth')) challenges.push(searchParams.get('code_challenge_method'));
    const [, token] = (request.headers()['authorization'] ?? '').split(' ');
    if (token !== undefined) tokens.add(token);
  });
  await page.goto(network.exchange.url + path);
  return { page, tokens, challenges };
}

const isReady = (page: Page) => page.getByRole('navigation').getByRole('link').first().waitFor();
const isAsked = (page: Page) => page.locator('#username').waitFor();

/** Creates a program without the client scope of the guide: its tokens name no institution. */
const createPlainProgram = (
  name: string,
) => `client=$(kcadm create clients -r exchange -i -f - <<'END'
{
  "clientId": "${name}",
  "serviceAccountsEnabled": true,
  "standardFlowEnabled": false,
  "defaultClientScopes": ["basic", "roles", "service_account"],
  "protocolMappers": [
    {
      "name": "audience",
      "protocol": "openid-connect",
      "protocolMapper": "oidc-audience-mapper",
      "config": { "included.custom.audience": "exchange-production", "access.token.claim": "true" }
    }
  ]
}
END
)
kcadm get "clients/$client/service-account-user" -r exchange --fields id --format csv --noquotes`;

/** The last steps of the guide, with another institution as the source in their output. */
function furnishedBy(institution: string) {
  const { command = 'false', shown = { kind: 'text', text: '' } } = GUIDE.CERTIFICATE ?? {};
  return { command, shown: { ...shown, text: shown.text.replace('First Bank', institution) } };
}

describeWithKeycloak('with Keycloak as its guide configures it', () => {
  beforeAll(async () => {
    network = await KeycloakNetwork.start([NIGHTLY, NORTH, PLAIN_FURNISHER, PLAIN_QUERIER]);
    administrator = await network.signedIn(INTEGRATOR);
    browser = await launchBrowser();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await browser.close();
    await administrator.close();
    await network.stop();
  });

  test('a user signs in to the console with PKCE, which shows the name, and the token has the permissions', async () => {
    const { page, tokens, challenges } = await openConsole();
    await enter(page, INTEGRATOR);
    await isReady(page);
    await page.getByText(`First ${INTEGRATOR}`).first().waitFor();
    expect(challenges).toEqual(['S256']);
    const [token = ''] = tokens;
    expect(await statusOf('/v1/networks', token)).toBe(200);
    expect(await statusOf(PRODUCTS, token)).toBe(200);
    const audit = `/v1/networks/${network.networkId}/audit-logs/entity/entries`;
    expect(await statusOf(audit, token)).toBe(403);
    await page.context().close();
  });

  test('a user signs in to the command line with a browser', async () => {
    const { status, stdout } = await administrator.run('whoami');
    expect([status, stdout]).toEqual([0, expect.stringContaining('First Bank')]);
  });

  test('a client gets in once its institution has registered it, also after a new key', async () => {
    const [, subject = ''] = await network.run([GUIDE.PROGRAMS, 'echo $FURNISHER']);
    robotSubject = subject;
    const before = await network.tokenOf(FURNISHER);
    expect(await statusOf(PRODUCTS, before)).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="unknown_account".* 1$/m,
    );
    // An account without a registration is one of a person.
    const { entity_id } = (await administrator.json('whoami')) as { readonly entity_id: string };
    const accounts = `/v1/networks/${network.networkId}/institutions/${entity_id}/accounts`;
    const account = JSON.stringify({ subject: robotSubject });
    expect(await administrator.run('api', 'POST', accounts, '--data', account)).toMatchObject({
      status: 0,
    });
    await eventually(async () => {
      expect(await statusOf(PRODUCTS, before)).toBe(401);
      expect(await reasonsSeen()).toMatch(
        /^gateway_authentication_refusals_total\{reason="client_purpose".* [1-9]\d*$/m,
      );
    });
    const [registered] = await network.run([GUIDE.FURNISHER], { session: administrator });
    robotAccount = accountIn(registered);
    await eventually(async () => expect(await statusOf(PRODUCTS, before)).toBe(200));
    await network.run([GUIDE.ROTATION]);
    const after = await network.tokenOf(FURNISHER);
    expect(headerOf(after)).not.toBe(headerOf(before));
    expect(await statusOf(PRODUCTS, after)).toBe(200);
    expect(await statusOf(PRODUCTS, before)).toBe(200);
  });

  test('a registered client has its terms until it is removed', async () => {
    const token = await network.tokenOf(FURNISHER);
    const within = ['--network', network.networkId];
    expect(await statusOf('/v1/networks', token)).toBe(200);
    await registerAgain(...within, '--permission', 'policy:read');
    await eventually(async () => expect(await statusOf('/v1/networks', token)).toBe(403));
    expect(await statusOf(PRODUCTS, token)).toBe(200);

    await administrator.json('clients', 'remove', robotAccount);
    expect(await statusOf(PRODUCTS, token)).toBe(401);
    const permissions = ['--permission', 'network:read', 'policy:read', 'data:furnish'];
    await registerAgain(...within, ...permissions, '--token-binding', 'required');
    await eventually(async () => {
      expect(await statusOf(PRODUCTS, token)).toBe(401);
      expect(await reasonsSeen()).toMatch(
        /^gateway_authentication_refusals_total\{reason="unbound".* [1-9]\d*$/m,
      );
    });
  });

  test('a client with a key has tokens that nobody else can use', async () => {
    await network.run([GUIDE.KEYS, GUIDE.REGISTRATION]);
    const key = await privateKeyFile(network.keyOf(FURNISHER));
    const { token } = await clientCredentials({ issuer: network.issuer, clientId: FURNISHER, key });
    expect(await statusOf(PRODUCTS, await token())).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="token_scheme".* 1$/m,
    );
  });

  test('the program of an institution queries the certificate of what another one furnished', async () => {
    const officer = await network.signedIn(OFFICER);
    await network.run([GUIDE.QUERIER, GUIDE.CERTIFICATE], { session: officer });
    await officer.close();
  });

  test('programs whose tokens name no institution furnish and query for the one that registered them', async () => {
    const officer = await network.signedIn(OFFICER);
    const within = ['--network', network.networkId];
    for (const [name, person, permissions] of [
      [PLAIN_FURNISHER, administrator, ['data:furnish']],
      [PLAIN_QUERIER, officer, ['product:query', 'billing:read']],
    ] as const) {
      const [subject = ''] = await network.run([createPlainProgram(name)]);
      const token = await network.tokenOf(name);
      const claims = JSON.parse(
        Buffer.from(String(token.split('.')[1]), 'base64url').toString(),
      ) as object;
      expect(claims).toMatchObject({ sub: subject, azp: name });
      expect(claims).not.toHaveProperty('org_id');
      expect(await statusOf(PRODUCTS, token)).toBe(401);
      const terms = ['--subject', subject, ...within, '--token-binding', 'required'];
      const granted = ['--permission', 'network:read', 'policy:read', ...permissions];
      await person.json('clients', 'add', name, ...terms, ...granted);
      await network.run([`create_key ${name}`, `register_key ${name}`]);
    }
    await network.run([GUIDE.CERTIFICATE], {
      session: officer,
      names: { [FURNISHER]: PLAIN_FURNISHER, [QUERIER]: PLAIN_QUERIER },
    });
    await officer.close();
  });

  test('a client of the TypeScript package renews its bound token', async () => {
    // The client replaces a token 30 seconds before its end.
    await network.endTokensAfter(32, FURNISHER);
    const key = await privateKeyFile(network.keyOf(FURNISHER));
    const { issuer, exchange } = network;
    const credentials = await clientCredentials({ issuer, clientId: FURNISHER, key });
    const sent = new Set<string | null>();
    const ndx = createNdxClient({
      baseUrl: exchange.url,
      ...credentials,
      fetch: (input, init) => {
        const request = new Request(input, init);
        sent.add(request.headers.get('authorization'));
        return fetch(request);
      },
    });
    const { data } = await ndx.listNetworks();
    expect(data.data).toMatchObject([{ network_id: network.networkId }]);
    await eventually(async () => {
      expect((await ndx.listNetworks()).status).toBe(200);
      expect(sent.size).toBeGreaterThan(1);
    });
    expect([...sent]).not.toContainEqual(expect.stringMatching(/^(?!DPoP )/));
  });

  test('a token that is signed with EdDSA is accepted', async () => {
    await network.run([GUIDE.EDDSA]);
    const key = await privateKeyFile(network.keyOf(FURNISHER));
    const robot = await clientCredentials({ issuer: network.issuer, clientId: FURNISHER, key });
    const token = await robot.token();
    const [header = ''] = token.split('.', 1);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'EdDSA' });
    const url = network.exchange.url + PRODUCTS;
    const proof = await robot.dpop({ method: 'GET', url, token });
    const headers = { authorization: `DPoP ${token}`, dpop: proof };
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  test('a client that is not listed is rejected, although it is registered', async () => {
    const [subject = ''] = await network.run([`create_program ${UNLISTED} first-bank`]);
    const terms = ['--subject', subject, '--network', network.networkId];
    await administrator.json('clients', 'add', UNLISTED, ...terms, '--permission', 'policy:read');
    expect(await statusOf(PRODUCTS, await network.tokenOf(UNLISTED))).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="client".* 1$/m,
    );
  });

  test('a session of the console is renewed also after a new key, and ends with the one at Keycloak', async () => {
    await network.endTokensAfter(5, 'exchange-production');
    const { page, tokens } = await openConsole('/console/queries');
    await enter(page, OFFICER);
    await isReady(page);
    await network.run([GUIDE.ROTATION], {
      names: { 'rsa-next': 'rsa-last', '["200"]': '["300"]' },
    });
    await eventually(async () => {
      await page.reload();
      await isReady(page);
      const headers = [...tokens].map(headerOf);
      expect(headers.at(-1)).not.toBe(headers[0]);
    });
    expect(new URL(page.url()).pathname).toBe('/console/queries');
    const [, token = ''] = tokens;
    await eventually(async () => expect(await statusOf(PRODUCTS, token)).toBe(401));

    await network.run(['kcadm create "users/$OFFICER/logout" -r exchange']);
    await eventually(async () => {
      await page.reload();
      expect(new URL(page.url()).origin).toBe(network.keycloak.url);
    });
    await enter(page, OFFICER);
    await isReady(page);
    expect(new URL(page.url()).pathname).toBe('/console/queries');

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await isAsked(page);
    await page.goto(`${network.exchange.url}/console/queries`);
    await isAsked(page);
    await page.context().close();
  });

  test.each([
    ['a browser', []],
    ['a browser on another machine', ['--device']],
  ])('a session of the command line with %s is renewed until it is revoked', async (_, options) => {
    await network.endTokensAfter(5, 'ndx');
    const officer = await network.signedIn(OFFICER, ...options);
    const tokens = () => {
      const file = readFileSync(join(officer.folder, 'ndx', 'session.json'), 'utf8');
      const { login } = JSON.parse(file) as {
        readonly login: { readonly tokens: { readonly accessToken: string; expiresAt: number } };
      };
      return login.tokens;
    };
    const { accessToken, expiresAt } = tokens();
    await eventually(() => expect(Date.now()).toBeGreaterThan(expiresAt));
    const { status, stdout } = await officer.run('whoami');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Querying Bank')]);
    expect(tokens().accessToken).not.toBe(accessToken);

    await network.run(['kcadm delete "users/$OFFICER/consents/ndx" -r exchange']);
    expect(await officer.run('whoami')).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/refused: invalid_grant[^]*Log in again/),
    });
    await officer.close();
  });

  test('a person who has a user at Keycloak accepts an invitation', async () => {
    const roles = ['network:read', 'network:admin', 'product:query'];
    await network.createUser('newcomer', 'newcomer-bank', ...roles);
    const terms = ['--institution', 'Newcomer Bank', '--role', 'querier'];
    const within = ['--network', network.networkId];
    const invitation = await network.governor.json('invitations', 'send', ...terms, ...within);
    const { secret } = invitation as { readonly secret: string };
    const { page } = await openConsole(`/console/invitation#${secret}`);
    await enter(page, 'newcomer');
    await page.getByText('invites you to register Newcomer Bank').waitFor();
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await isReady(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByText('Newcomer Bank').first().waitFor();
    await page.context().close();
  });

  test('the runbook leads from the governor of Keycloak to a certificate under its policy', async () => {
    const roles = ['network:read', 'network:admin', 'policy:read', 'billing:read', 'data:furnish'];
    const north = await network.createUser(
      'north-officer',
      'north-savings',
      ...roles,
      'product:query',
    );
    const programs = [
      `create_program ${NIGHTLY} network-operator`,
      `create_program ${NORTH} north-savings`,
    ];
    const [nightly = '', robot = ''] = await network.run(programs);
    const outputs = await network.run([...RUNBOOK, 'echo $NETWORK'], {
      session: network.governor,
      names: {
        'npx ndx login operator': 'true',
        "north-savings-officer-'$SUFFIX'": north,
        "north-savings-'$SUFFIX'": 'north-savings',
        'service-account-nightly-$SUFFIX': nightly,
        'nightly-$SUFFIX': NIGHTLY,
      },
    });
    const id = String(outputs.at(-1));
    const officer = await network.signedIn('north-officer');
    const permissions = [
      'network:read',
      'policy:read',
      'billing:read',
      'data:furnish',
      'product:query',
    ];
    const terms = ['--subject', robot, '--network', id, '--permission', ...permissions];
    await officer.json('clients', 'add', NORTH, ...terms);
    await network.run(
      [`create_key ${NORTH}`, `register_key ${NORTH}`, furnishedBy('North Savings …')],
      {
        session: officer,
        names: { [FURNISHER]: NORTH, [QUERIER]: NORTH },
      },
    );
    await officer.close();
  });
});
