import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { clientCredentials } from '@ndx/client';
import { privateKeyFile } from '@ndx/client/node';
import { eventually } from '@ndx/testing';
import { freePort, LocalKeycloak, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { blocksOfKind, RUN_DOCUMENTS, shellSteps } from '@ndx/tools/docs/shell-steps';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { ensureAccount } from '@ndx/tools/network/ensure-resources';
import { localUrl } from '@ndx/tools/network/service-environment';
import { entryOf } from '@ndx/tools/network/service-processes';
import { launchBrowser } from './harness/browser.js';
import { CommandLine } from './harness/command-line.js';
import { expectShown, runSteps } from './harness/documented-steps.js';
import { Exchange } from './harness/exchange.js';

const [FILE] = RUN_DOCUMENTS.withKeycloak;
const GUIDE = readFileSync(join(projectRoot(), FILE), 'utf8');
const [SIGN_IN, REALM, CONSOLE, COMMAND_LINE, USER, ROBOT, ...MORE] = shellSteps(GUIDE);
const [KEY, REGISTRATION, CERTIFICATE, EDDSA, ROTATION] = MORE;

const USER_NAME = 'integrator';
const PASSWORD = 'a-password-of-a-user';
const ROBOT_NAME = 'first-bank-robot';
/** The names of the guide for an institution that queries. */
const OFFICER_NAME = 'querying-officer';
const QUERIER_NAME = 'querying-bank-robot';
const SET_PASSWORD = `kcadm set-password -r exchange --username ${USER_NAME} --new-password ${PASSWORD}`;
/** Flags of a Java process that ends after a moment: half the time of a start. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
const START_TIMEOUT_MS = 900_000;

/** A run without Java reports them as skipped; in CI there is no such run. */
const isPossible = LocalKeycloak.missing() === undefined || process.env['CI'] === 'true';
const describeWithKeycloak = isPossible ? describe : describe.skip;

let exchange: Exchange;
let keycloak: LocalKeycloak;
let gateway: ManagedProcess;
let gatewayUrl: string;
let metricsUrl: string;
/** The session of the user of the guide. */
let administrator: CommandLine;
/** The subject of the tokens of the robot. */
let robotSubject: string;
let robotAccount: string;
/** The files of the administration program. */
const home = mkdtempSync(join(tmpdir(), 'kcadm-'));
const RESULTS = join(home, 'certificate.ndjson');

const keyOf = (client: string) => join(home, `${client}.pem`);

/** The files with the key of a client, in place of those in the guide. */
const filesOf = (client: string) => ({
  ...{ [`${ROBOT_NAME}.pem`]: keyOf(client), [`${ROBOT_NAME}.jwks`]: `${keyOf(client)}.jwks` },
});

const addresses = () => ({
  ...{ 'https://sign-in.example': keycloak.url, 'https://exchange.example': gatewayUrl },
});

const issuerUrl = () => `${keycloak.url}/realms/exchange`;

let isSignedIn = false;

/** The sign-in of the guide, and then its first line alone: the session stays in the file of the program. */
function signIn(): string | undefined {
  const command = isSignedIn ? SIGN_IN?.command.split('\n', 1)[0] : SIGN_IN?.command;
  isSignedIn = true;
  return command;
}

/** Runs steps of the guide, or commands like them, signed in; the output of each. */
async function administer(
  steps: readonly (string | undefined)[],
  names: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const commands = [signIn(), ...steps].map((command = 'false') => ({ command }));
  const [, ...outputs] = await runSteps(commands, {
    ...addresses(),
    '/opt/keycloak/bin/kcadm.sh': `env "KC_OPTS=-Duser.home=${home} ${SHORT_LIVED}" ${keycloak.kcadm}`,
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

const secrets = new Map<string, Promise<string>>();

async function secretOf(client: string): Promise<string> {
  const query = `kcadm get clients -r exchange -q clientId=${client} --fields secret --format csv --noquotes`;
  const [secret = ''] = await administer([query]);
  return secret;
}

/** A token of the client's own account, with its secret. */
async function tokenOf(client: string): Promise<string> {
  const known = secrets.get(client) ?? secretOf(client);
  secrets.set(client, known);
  const secret = await known;
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
const ROBOT_PERMISSIONS = ['--permission', 'network:read', 'policy:read', 'data:furnish'];

/** Registers a client as an administrator of its institution; returns its account. */
async function register(
  by: CommandLine,
  [name, subject]: readonly [string, string],
  ...terms: readonly string[]
): Promise<string> {
  const client = await by.json('clients', 'add', name, '--subject', subject, ...terms);
  return (client as { readonly account_id: string }).account_id;
}

async function remove(): Promise<void> {
  await administrator.json('clients', 'remove', robotAccount);
}

async function enter(page: Page, user: string): Promise<void> {
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#kc-login').click();
}

/** A session of the command line, to which a user signs in with a browser. */
async function signedIn(user: string): Promise<CommandLine> {
  const shell = await CommandLine.open(exchange);
  const provider = ['--issuer', issuerUrl(), '--client-id', 'ndx'];
  const login = shell.start(['login', '--url', gatewayUrl, ...provider]);
  const closed = once(login, 'close');
  let shown = '';
  login.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(
      await eventually(() => {
        const [address] = /http:\S+/.exec(shown) ?? [];
        if (address === undefined) throw new Error(`no address in ${shown}`);
        return address;
      }),
    );
    await enter(page, user);
    await page.getByText('You are logged in.').waitFor();
  } finally {
    await browser.close();
  }
  expect(await closed).toEqual([0, null]);
  return shell;
}

describeWithKeycloak('with Keycloak as its guide configures it', () => {
  beforeAll(async () => {
    exchange = await Exchange.start('embedded', 'keycloak', false);
    keycloak = await LocalKeycloak.start(() => undefined);
    process.env['KC_CLI_PASSWORD'] = keycloak.adminPassword;
    const [port, metricsPort] = [await freePort(), await freePort()];
    [gatewayUrl, metricsUrl] = [localUrl(port), `${localUrl(metricsPort)}/metrics`];
    const [, , , user = '', robot = ''] = await administer([
      ...[REALM?.command, CONSOLE?.command, COMMAND_LINE?.command, USER?.command],
      ...[ROBOT?.command, SET_PASSWORD],
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
    administrator = await signedIn(USER_NAME);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await gateway.stop();
    await keycloak.stop();
    await exchange.stop();
    await administrator.close();
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
      await enter(page, USER_NAME);
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

  test('a user signs in to the command line with a browser', async () => {
    const { status, stdout } = await administrator.run('whoami');
    expect([status, stdout]).toEqual([0, expect.stringContaining(FIRST_BANK.name)]);
  });

  test('a client gets in once its institution has registered it, also after a new key', async () => {
    const before = await tokenOf(ROBOT_NAME);
    expect(await statusOf(PRODUCTS, before)).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="client_purpose".* 1$/m,
    );
    robotAccount = await register(administrator, [ROBOT_NAME, robotSubject], ...ROBOT_PERMISSIONS);
    await eventually(async () => expect(await statusOf(PRODUCTS, before)).toBe(200));
    await administer([ROTATION?.command]);
    const after = await tokenOf(ROBOT_NAME);
    expect(headerOf(after)).not.toBe(headerOf(before));
    expect(await statusOf(PRODUCTS, after)).toBe(200);
    expect(await statusOf(PRODUCTS, before)).toBe(200);
  });

  test('a registered client has its terms until it is removed', async () => {
    const token = await tokenOf(ROBOT_NAME);
    const robot = [ROBOT_NAME, robotSubject] as const;
    expect(await statusOf('/v1/networks', token)).toBe(200);
    await remove();
    expect(await statusOf(PRODUCTS, token)).toBe(401);

    robotAccount = await register(administrator, robot, '--permission', 'policy:read');
    await eventually(async () => expect(await statusOf('/v1/networks', token)).toBe(403));
    expect(await statusOf(PRODUCTS, token)).toBe(200);
    await remove();

    const binding = ['--token-binding', 'required'];
    robotAccount = await register(administrator, robot, ...ROBOT_PERMISSIONS, ...binding);
    await eventually(async () => {
      expect(await statusOf(PRODUCTS, token)).toBe(401);
      expect(await reasonsSeen()).toMatch(
        /^gateway_authentication_refusals_total\{reason="unbound".* [1-9]\d*$/m,
      );
    });
  });

  test('a client with a key has tokens that nobody else can use', async () => {
    const key = keyOf(ROBOT_NAME);
    await administer([KEY?.command, REGISTRATION?.command], filesOf(ROBOT_NAME));
    const robot = { issuer: issuerUrl(), clientId: ROBOT_NAME, key: await privateKeyFile(key) };
    const { token } = await clientCredentials(robot);
    expect(await statusOf(PRODUCTS, await token())).toBe(401);
    expect(await reasonsSeen()).toMatch(
      /^gateway_authentication_refusals_total\{reason="token_scheme".* 1$/m,
    );
  });

  test('the program of an institution queries the certificate of what another one furnished', async () => {
    const names = {
      ...{ [ROBOT_NAME]: QUERIER_NAME, [USER_NAME]: OFFICER_NAME },
      ...{
        [FIRST_BANK.account]: QUERYING_BANK.account,
        'data:furnish': 'product:query --rolename billing:read',
      },
    };
    const [officer = '', querier = ''] = await administer(
      [USER?.command, ROBOT?.command, SET_PASSWORD, KEY?.command, REGISTRATION?.command],
      { ...filesOf(QUERIER_NAME), ...names },
    );
    const { entityId } = QUERYING_BANK;
    await ensureAccount(exchange.as(OPERATOR), DEMO_NETWORK.id, { entityId, subject: officer });
    const officerShell = await signedIn(OFFICER_NAME);
    const permissions = [
      '--permission',
      'network:read',
      'policy:read',
      'product:query',
      'billing:read',
    ];
    await register(officerShell, [QUERIER_NAME, querier], ...permissions);
    await officerShell.close();
    const keys = [ROBOT_NAME, QUERIER_NAME].map((name) => [`${name}.pem`, keyOf(name)] as const);
    const replaced = { ...addresses(), ...Object.fromEntries(keys) };
    const steps = CERTIFICATE === undefined ? [] : [CERTIFICATE];
    const [output = ''] = await runSteps(steps, { ...replaced, 'certificate.ndjson': RESULTS });
    for (const step of steps) expectShown(step, output);
  });

  test('a token that is signed with EdDSA is accepted', async () => {
    await administer([EDDSA?.command]);
    const provider = { issuer: issuerUrl(), clientId: ROBOT_NAME };
    const key = await privateKeyFile(keyOf(ROBOT_NAME));
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
