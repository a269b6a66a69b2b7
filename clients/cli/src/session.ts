import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createNdxClient,
  staticToken,
  tokenFrom,
  type NdxClient,
  type RetryOptions,
  type TokenSource,
} from '@ndx/client';
import { CliError } from './cli-error.js';
import type { Registration, Tokens } from './login/identity-provider.js';
import { sessionToken } from './login/session-token.js';
import { isHttpAddress } from './option-values.js';
import { shownRetries } from './retries.js';
import { tracedFetch } from './traced-fetch.js';
import { VERSION } from './version.js';

/** A token endpoint, and the form that it receives for each token. */
export interface FormLogin {
  readonly tokenUrl: string;
  readonly form: Readonly<Record<string, string>>;
}

/** A sign-in at an OpenID Connect provider. */
export interface ProviderLogin extends Registration {
  readonly tokens: Tokens;
}

/** The address for requests and the source of tokens. */
export interface Session {
  readonly baseUrl: string;
  readonly login: FormLogin | ProviderLogin;
  /** Id of the network that commands use by default. */
  readonly network?: string;
}

export const DEFAULT_URL = 'http://localhost:8080';
export const DEFAULT_TOKEN_URL = 'http://localhost:8090/token';

function sessionFile(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'ndx', 'session.json');
}

/** The session holds secrets: only its owner may read the file. It is replaced as a whole. */
export async function saveSession(session: Session): Promise<string> {
  const file = sessionFile();
  const written = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(written, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, file);
  return file;
}

export async function endSession(): Promise<void> {
  await rm(sessionFile(), { force: true });
}

/** @throws CliError when no session exists */
async function readSession(): Promise<Session> {
  try {
    const session = JSON.parse(await readFile(sessionFile(), 'utf8')) as Partial<Session>;
    const { baseUrl, login } = session;
    if (baseUrl !== undefined && login !== undefined) return { ...session, baseUrl, login };
    throw new SyntaxError('a session of another version');
  } catch (error) {
    throw new CliError('authentication', 'not logged in', {
      hint: 'Run: ndx login first-bank (demo network), or set NDX_TOKEN.',
      cause: error,
    });
  }
}

/** Sets the default network of later commands. @throws CliError when no session exists */
export async function useNetwork(network: string): Promise<void> {
  await saveSession({ ...(await readSession()), network });
}

/** The default network; undefined where none was chosen. */
export async function defaultNetwork(): Promise<string | undefined> {
  if (hasTokenInEnvironment()) return process.env['NDX_NETWORK'];
  return process.env['NDX_NETWORK'] ?? (await readSession()).network;
}

function hasTokenInEnvironment(): boolean {
  return (process.env['NDX_TOKEN'] ?? '') !== '';
}

/** A client of the session; `NDX_URL` and `NDX_TOKEN` take precedence over it. */
export async function connect(): Promise<NdxClient> {
  const { NDX_TOKEN: token, NDX_URL: url } = process.env;
  const retry = shownRetries();
  const options = { retry, application: `ndx-cli/${VERSION}`, fetch: tracedFetch() };
  if (url !== undefined && !isHttpAddress(url)) {
    throw new CliError('usage', `NDX_URL is ${url}, which is not an address`, {
      hint: 'Set it to an address such as https://exchange.example, or remove it.',
    });
  }
  if (token !== undefined && token !== '') {
    return createNdxClient({ baseUrl: url ?? DEFAULT_URL, token: staticToken(token), ...options });
  }
  const { baseUrl, login } = await readSession();
  return createNdxClient({ baseUrl: url ?? baseUrl, token: tokenOf(login, retry), ...options });
}

function tokenOf(login: Session['login'], retry: RetryOptions): TokenSource {
  if ('form' in login) {
    const { tokenUrl, form } = login;
    const onRotated = async (refresh_token: string) => {
      const rotated = { tokenUrl, form: { ...form, refresh_token } };
      await saveSession({ ...(await readSession()), login: rotated });
    };
    return tokenFrom(tokenUrl, form, { retry, onRotated });
  }
  const { issuer, clientId } = login;
  return sessionToken(
    { issuer, clientId },
    {
      read: async () => {
        const current = (await readSession()).login;
        return 'tokens' in current ? current.tokens : login.tokens;
      },
      write: async (tokens) => {
        await saveSession({ ...(await readSession()), login: { issuer, clientId, tokens } });
      },
    },
  );
}
