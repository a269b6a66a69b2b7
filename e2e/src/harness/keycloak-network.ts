import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { freePort, LocalKeycloak, projectRoot } from '@ndx/local-infra';
import { RUN_DOCUMENTS, shellSteps, type ShellStep } from '@ndx/tools/docs/shell-steps';
import { providerVariables } from '@ndx/tools/network/provider-variables';
import { localUrl } from '@ndx/tools/network/service-environment';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { CommandLine } from './command-line.js';
import { expectShown, runSteps } from './documented-steps.js';
import { Exchange } from './exchange.js';

const [FILE] = RUN_DOCUMENTS.withKeycloak;
const [ADDRESSES, SIGN_IN, REALM, CONSOLE, COMMAND_LINE, USERS, VARIABLES, NETWORK, ...MORE] =
  shellSteps(readFileSync(join(projectRoot(), FILE), 'utf8'));
const [PROGRAMS, FURNISHER, QUERIER, KEYS, REGISTRATION, CERTIFICATE, EDDSA, ROTATION] = MORE;

/** The steps of the guide that follow the setup. */
export const GUIDE = {
  ...{ PROGRAMS, FURNISHER, QUERIER, KEYS, REGISTRATION, CERTIFICATE, EDDSA, ROTATION },
};

/** The users of the guide. */
export const GOVERNOR = 'governor';
export const INTEGRATOR = 'integrator';
export const OFFICER = 'querying-officer';

const PASSWORD = 'a-password-of-a-user';
/** Flags of a Java process that ends after a moment: half the time of a start. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
/** What the steps of the guide and of tests keep in their shell. */
const KEPT = 'KEYCLOAK EXCHANGE ISSUER GOVERNOR INTEGRATOR OFFICER NETWORK FURNISHER QUERIER';

/** A step of a document, or a command like it. */
type Step = ShellStep | string | undefined;

export interface RunOptions {
  /** The session of `ndx` in the steps. */
  readonly session?: CommandLine | undefined;
  /** Further replacements in the steps. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A network with Keycloak as its only identity provider, set up by the guide. */
export class KeycloakNetwork {
  private constructor(
    readonly keycloak: LocalKeycloak,
    readonly exchange: Exchange,
    /** Keys, results and the files of the administration program. */
    readonly home: string,
    /** The id of the network of the guide. */
    readonly networkId: string,
    readonly governor: CommandLine,
  ) {}

  /**
   * Follows the guide up to its network.
   * @param programs clients of institutions besides those of the guide
   */
  static async start(programs: readonly string[]): Promise<KeycloakNetwork> {
    const keycloak = await LocalKeycloak.start(() => undefined);
    process.env['KC_CLI_PASSWORD'] = keycloak.adminPassword;
    const home = mkdtempSync(join(tmpdir(), 'keycloak-network-'));
    const gatewayPort = await freePort();
    const addresses = { keycloak, home, url: localUrl(gatewayPort) };
    const passwords = [GOVERNOR, INTEGRATOR, OFFICER].map(settingPassword);
    await runKept(
      [ADDRESSES, SIGN_IN, REALM, CONSOLE, COMMAND_LINE, USERS, VARIABLES, ...passwords],
      addresses,
    );
    const documented = providerVariables(join(home, 'keycloak.env'));
    const exchange = await Exchange.start('embedded', 'keycloak', false, {
      gatewayPort,
      provider: {
        ...documented,
        TOKEN_CLIENTS: [
          documented['TOKEN_CLIENTS'],
          ...programs.map((name) => `${name}=program`),
        ].join(),
        TOKEN_ALGORITHMS: 'RS256,EdDSA',
      },
    });
    const governor = await CommandLine.open(exchange, '');
    await signIn(governor, { keycloak, url: exchange.url, user: GOVERNOR });
    const [, id = ''] = await runKept([NETWORK, 'echo $NETWORK'], addresses, { session: governor });
    return new KeycloakNetwork(keycloak, exchange, home, id, governor);
  }

  /** The issuer of the tokens. */
  get issuer(): string {
    return `${this.keycloak.url}/realms/exchange`;
  }

  keyOf(client: string): string {
    return join(this.home, `${client}.pem`);
  }

  /** Runs steps in the shell of the guide; returns the output of each, which is the documented one. */
  run(steps: readonly Step[], options: RunOptions = {}): Promise<readonly string[]> {
    const { keycloak, home } = this;
    return runKept(steps, { keycloak, home, url: this.exchange.url }, options);
  }

  /** Creates a user with roles, and a password. @returns its id */
  async createUser(name: string, organization: string, ...roles: string[]): Promise<string> {
    const create = `create_user ${name} ${organization} ${roles.join(' ')}`;
    const [id = ''] = await this.run([create, settingPassword(name)]);
    return id;
  }

  /** Sets a property of a client. */
  async set(client: string, property: string): Promise<void> {
    const id = `$(kcadm get clients -r exchange -q clientId=${client} --fields id --format csv --noquotes)`;
    await this.run([`kcadm update clients/${id} -r exchange -s '${property}'`]);
  }

  /** Lets the tokens of a client end after some seconds. */
  async endTokensAfter(seconds: number, client: string): Promise<void> {
    await this.set(client, `attributes."access.token.lifespan"=${seconds}`);
  }

  /** A token of the client's own account, with its secret. */
  async tokenOf(client: string): Promise<string> {
    const query = `kcadm get clients -r exchange -q clientId=${client} --fields secret --format csv --noquotes`;
    const [secret = ''] = await this.run([query]);
    const response = await fetch(`${this.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await response.json()) as { readonly access_token: string };
    return token;
  }

  /** A session of the command line, to which a user signs in with a browser. */
  async signedIn(user: string, ...options: string[]): Promise<CommandLine> {
    const { keycloak } = this;
    const shell = await CommandLine.open(this.exchange, this.networkId);
    await signIn(shell, { keycloak, url: this.exchange.url, user }, ...options);
    return shell;
  }

  async stop(): Promise<void> {
    await this.governor.close();
    await this.exchange.stop();
    await this.keycloak.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

function settingPassword(user: string): string {
  return `kcadm set-password -r exchange --username ${user} --new-password ${PASSWORD}`;
}

/** Fills in the form of Keycloak. */
export async function enter(page: Page, user: string): Promise<void> {
  await page.locator('#username').fill(user);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#kc-login').click();
}

interface SignInAddresses {
  readonly keycloak: LocalKeycloak;
  readonly url: string;
  readonly user: string;
}

/** The documented login; with `--device`, the user also confirms what the page asks. */
async function signIn(
  shell: CommandLine,
  { keycloak, url, user }: SignInAddresses,
  ...options: string[]
): Promise<void> {
  const provider = ['--issuer', `${keycloak.url}/realms/exchange`, '--client-id', 'ndx'];
  const login = shell.start(['login', '--url', url, ...provider, ...options]);
  const closed = once(login, 'close');
  let shown = '';
  login.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(
      await eventually(() => {
        const [address] = /http:\S+(?=\n)/.exec(shown) ?? [];
        if (address === undefined) throw new Error(`no address in ${shown}`);
        return address;
      }),
    );
    await enter(page, user);
    if (options.includes('--device')) await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText(/You are logged in|Device Login Successful/).waitFor();
  } finally {
    await browser.close();
  }
  expect(await closed).toEqual([0, null]);
}

interface ShellAddresses {
  readonly keycloak: LocalKeycloak;
  readonly home: string;
  readonly url: string;
}

/** Runs steps in a shell that has the functions and variables of the earlier ones. */
async function runKept(
  steps: readonly Step[],
  { keycloak, home, url }: ShellAddresses,
  { session, names = {} }: RunOptions = {},
): Promise<readonly string[]> {
  const state = join(home, 'state.sh');
  const first = [
    existsSync(state) ? `. ${state}` : 'true',
    session === undefined ? 'true' : `export XDG_CONFIG_HOME=${session.folder}`,
  ];
  const last = `{ declare -f; declare -p ${KEPT} 2>/dev/null || true; } > ${state}`;
  const commands = steps.map((step = 'false') =>
    typeof step === 'string' ? { command: step } : step,
  );
  const [, ...outputs] = await runSteps(
    [{ command: first.join('\n') }, ...commands, { command: last }],
    {
      'https://sign-in.example': keycloak.url,
      'https://exchange.example': url,
      '/opt/keycloak/bin/kcadm.sh': `env "KC_OPTS=-Duser.home=${home} ${SHORT_LIVED}" ${keycloak.kcadm}`,
      '> keycloak.env': `> ${join(home, 'keycloak.env')}`,
      'umask 077': `umask 077; cd ${home}`,
      'tojson "$1': `tojson "${home}/$1`,
      '--key ': `--key ${home}/`,
      'certificate.ndjson': join(home, 'certificate.ndjson'),
      ...names,
    },
  );
  for (const [index, step] of commands.entries()) {
    if ('shown' in step) expectShown(step, outputs[index] ?? '');
  }
  return outputs.slice(0, commands.length).map((output) => output.trim());
}
