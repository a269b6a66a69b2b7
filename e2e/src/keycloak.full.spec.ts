import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientCredentials } from '@ndx/client';
import { privateKeyFile } from '@ndx/client/node';
import { eventually } from '@ndx/testing';
import { ApiClient } from '@ndx/tools/network/api-client';
import { freePort, LocalKeycloak, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { blocksOfKind, RUN_DOCUMENTS, shellSteps } from '@ndx/tools/docs/shell-steps';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR } from '@ndx/tools/network/demo-network';
import { ensureAccount } from '@ndx/tools/network/ensure-resources';
import { localUrl } from '@ndx/tools/network/service-environment';
import { entryOf } from '@ndx/tools/network/service-processes';
import { launchBrowser } from './harness/browser.js';
import { CommandLine } from './harness/command-line.js';
import { runSteps } from './harness/documented-steps.js';
import { Exchange } from './harness/exchange.js';

const [FILE] = RUN_DOCUMENTS.withKeycloak;
const GUIDE = readFileSync(join(projectRoot(), FILE), 'utf8');
const [SIGN_IN, REALM, CONSOLE, USER, ROBOT, KEY, REGISTRATION, EDDSA, ROTATION] =
  shellSteps(GUIDE);

const USER_NAME = 'integrator';
const PASSWORD = 'a-password-of-the-integrator';
const ROBOT_NAME = 'first-bank-robot';
const START_TIMEOUT_MS = 900_000;

/** A run without Java reports them as skipped; in CI there is no such run. */
const isPossible = LocalKeycloak.missing() === undefined || process.env['CI'] === 'true';
const describeWithKeycloak = isPossible ? describe : describe.skip;

let exchange: Exchange;
let keycloak: LocalKeycloak;
let gateway: ManagedProcess;
let gatewayUrl: string;
let metricsUrl: string;
/** The subject of the tokens of the robot. */
let robotSubject: string;
let robotAccount: string;
/** The files of the administration program. */
const home = mkdtempSync(join(tmpdir(), 'kcadm-'));

/** Runs steps of the guide, or commands like them, signed in; the output of each. */
async function administer(
  steps: readonly (string | undefined)[],
  names: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const commands = [SIGN_IN?.command, ...steps].map((command = 'false') => ({ command }));
  const [, ...outputs] = await runSteps(commands, {
    ...{ 'https://sign-in.example': keycloak.url, 'https://exchange.example': gatewayUrl },
    '/opt/keycloak/bin/kcadm.sh': `env KC_OPTS=-Duser.home=${home} ${keycloak.kcadm}`,
    ...names,
  });
  return outputs.map((output) => output.trim());
}

/** The variables of the guide. */
function documentedVariables(): Record<string, string> {
  const [block = ''] = blocksOfKind(GUIDE, 'properties');
  const lines = block
    .replaceAll('https://sign-in.example', keycloak.url)
    .replaceAll('https://exchange.example', gatewayUrl)
    .trim()
    .split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** A token of the client's own account, with its secret. */
async function tokenOf(client: string): Promise<string> {
  const query = `kcadm get clients -r exchange -q clientId=${client} --fields secret --format csv --noquotes`;
  const [secret = ''] = await administer([query]);
  const response = await fetch(`${keycloak.url}/realms/exchange/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

async function statusOf(path: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(gatewayUrl + path, { headers });
  await response.text();
  return response.status;
}

async function reasonsSeen(): Promise<string> {
  return (await fetch(metricsUrl)).text();
}

/** It names the key. */
const headerOf = (token: string) => token.split('.', 1)[0];

const PRODUCTS = '/v1/products';
const ROBOT_PERMISSIONS = ['network:read', 'policy:read', 'data:furnish'];

function administrator(): ApiClient {
  const claims = { sub: FIRST_BANK.subject, org_id: FIRST_BANK.account, role: 'admin' };
  return new ApiClient(exchange.url, () => exchange.network.identityProvider.mint(claims));
}

/** Registers the client of the guide for its institution. */
async function register(terms: object): Promise<void> {
  const { status, body } = await administrator().post('/v1/clients', {
    ...{ subject: robotSubject, client_id: ROBOT_NAME, name: 'Robot' },
    ...{ network_ids: [DEMO_NETWORK.id], ...terms },
  });
  expect(status).toBe(200);
  robotAccount = (body as { readonly account_id: string }).account_id;
}

async function remove(): Promise<void> {
  expect((await administrator().delete(`/v1/clients/${robotAccount}`)).status).toBe(200);
}

describeWithKeycloak('with Keycloak as its guide configures it', () => {
  beforeAll(async () => {
    exchange = await Exchange.start('embedded', 'keycloak', false);
    keycloak = await LocalKeycloak.start(() => undefined);
    process.env['KC_CLI_PASSWORD'] = keycloak.adminPassword;
    const [port, metricsPort] = [await freePort(), await freePort()];
    [gatewayUrl, metricsUrl] = [localUrl(port), `${localUrl(metricsPort)}/metrics`];
    const [, , user = '', robot = ''] = await administer([
      ...[REALM?.command, CONSOLE?.command, USER?.command, ROBOT?.command],
      `kcadm set-password -r exchange --username ${USER_NAME} --new-password ${PASSWORD}`,
    ]);
    robotSubject = robot;
    for (const subject of [user, robot]) {
      const { entityId } = FIRST_BANK;
      await ensureAccount(exchange.as(OPERATOR), DEMO_NETWORK.id, { entityId, subject });
    }
    gateway = await ManagedProcess.start({
      name: 'gateway of Keycloak',
      entry: entryOf('gateway'),
      env: {
        ...exchange.network.environment('gateway'),
        ...{ PORT: String(port), METRICS_PORT: String(metricsPort), JWKS_URL: '' },
        ...documentedVariables(),
        TOKEN_ALGORITHMS: 'RS256,EdDSA',
      },
      readyUrl: `${gatewayUrl}/health/ready`,
      logFile: join(exchange.network.dataDir, 'logs', 'gateway-of-keycloak.log'),
      log: () => undefined,
    });
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await gateway.stop();
    await keycloak.stop();
    await exchange.stop();
    rmSync(home, { recursive: true, force: true });
  });

  test('a user signs in to the console with PKCE, and the token has the permissions', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const tokens = new Set<string>();
      const challenges: (string | null)[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/auth')) challenges.push(searchParams.get('code_challenge_method'));
        const [, token] = (request.headers()['authorization'] ?? '').split(' ');
        if (token !== undefined) tokens.add(token);
      });
      await page.goto(`${gatewayUrl}/console/`);
      await page.locator('#username').fill(USER_NAME);
      await page.locator('#password').fill(PASSWORD);
      await page.locator('#kc-login').click();
      await page.getByRole('navigation').getByRole('link').first().waitFor();
      expect(challenges).toEqual(['S256']);
      const [token = ''] = tokens;
      expect(await statusOf('/v1/networks', token)).toBe(200);
      expect(await statusOf(PRODUCTS, token)).toBe(200);
      expect(
        await statusOf(`/v1/networks/${DEMO_NETWORK.id}/audit-logs/entity/entries`, token),
      ).toBe(403);
    } finally {
      await browser.close();
    }
  });

  test('a client gets in once its institution has registered it, also after a new key', async () => {
    const before = await tokenOf(ROBOT_NAME);
    expect(await statusOf(PRODUCTS, before)).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="client_purpose".* 1$/m,
    );
    await register({ permissions: ROBOT_PERMISSIONS });
    await eventually(async () => expect(await statusOf(PRODUCTS, before)).toBe(200));
    await administer([ROTATION?.command]);
    const after = await tokenOf(ROBOT_NAME);
    expect(headerOf(after)).not.toBe(headerOf(before));
    expect(await statusOf(PRODUCTS, after)).toBe(200);
    expect(await statusOf(PRODUCTS, before)).toBe(200);
  });

  test('a registered client has its terms until it is removed', async () => {
    const token = await tokenOf(ROBOT_NAME);
    expect(await statusOf('/v1/networks', token)).toBe(200);
    await remove();
    expect(await statusOf(PRODUCTS, token)).toBe(401);

    await register({ permissions: ['policy:read'] });
    await eventually(async () => expect(await statusOf('/v1/networks', token)).toBe(403));
    expect(await statusOf(PRODUCTS, token)).toBe(200);
    await remove();

    await register({ permissions: ROBOT_PERMISSIONS, token_binding: 'required' });
    await eventually(async () => {
      expect(await statusOf(PRODUCTS, token)).toBe(401);
      expect(await reasonsSeen()).toMatch(
        /^gateway_authentication_refusals_total\{reason="unbound".* [1-9]\d*$/m,
      );
    });
  });

  test('a client with a key furnishes by tokens that nobody else can use', async () => {
    const key = join(home, 'first-bank-robot.pem');
    const files = { 'first-bank-robot.pem': key, 'first-bank-robot.jwks': `${key}.jwks` };
    await administer([KEY?.command, REGISTRATION?.command], files);
    const issuer = `${keycloak.url}/realms/exchange`;
    const robot = { issuer, clientId: ROBOT_NAME, key: await privateKeyFile(key) };
    const { token } = await clientCredentials(robot);
    expect(await statusOf(PRODUCTS, await token())).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="token_scheme".* 1$/m,
    );

    const shell = await CommandLine.open(exchange);
    const provider = ['--issuer', issuer, '--client-id', ROBOT_NAME, '--key', key];
    expect(await shell.run('login', '--url', gatewayUrl, ...provider)).toMatchObject({ status: 0 });
    const example = join(projectRoot(), 'clients', 'cli', 'example');
    const input = [join(example, 'businesses.csv'), '--product', 'kyb_certificate'];
    const results = ['--results', join(shell.folder, 'results.ndjson')];
    const mapping = ['--map', join(example, 'mapping.json')];
    const ran = await shell.run('furnish', ...input, ...mapping, ...results);
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(/accepted +3/) });
    await shell.close();
  });

  test('a token that is signed with EdDSA is accepted', async () => {
    await administer([EDDSA?.command]);
    const provider = { issuer: `${keycloak.url}/realms/exchange`, clientId: ROBOT_NAME };
    const key = await privateKeyFile(join(home, 'first-bank-robot.pem'));
    const robot = await clientCredentials({ ...provider, key });
    const token = await robot.token();
    const [header = ''] = token.split('.', 1);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'EdDSA' });
    const url = gatewayUrl + PRODUCTS;
    const proof = await robot.dpop({ method: 'GET', url, token });
    const headers = { authorization: `DPoP ${token}`, dpop: proof };
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  test('a client that is not listed is rejected, although its account exists', async () => {
    const client = 'unlisted-robot';
    const [subject = ''] = await administer([ROBOT?.command], { [ROBOT_NAME]: client });
    const { entityId } = FIRST_BANK;
    await ensureAccount(exchange.as(OPERATOR), DEMO_NETWORK.id, { entityId, subject });
    expect(await statusOf(PRODUCTS, await tokenOf(client))).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="client".* 1$/m,
    );
  });
});
