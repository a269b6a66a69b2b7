import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  clientCredentials,
  createNdxClient,
  NdxConnectionError,
  NdxError,
  staticToken,
  tokenFrom,
  type Environment,
  type NdxClient,
  type NdxClientOptions,
  type RetryOptions,
  type TokenSource,
} from '@ndx/client';
import { privateKeyFile } from '@ndx/client/node';
import { announcedFetch } from './announced-fetch.js';
import { CliError } from './cli-error.js';
import type { Registration, Tokens } from './login/identity-provider.js';
import { KEY_PASSPHRASE, keyPassphrase } from './login/key-passphrase.js';
import { sessionToken } from './login/session-token.js';
import { isHttpAddress } from './option-values.js';
import { shownRetries } from './retries.js';
import { fetchWithHeaders } from './fetch-with-headers.js';
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

/** A program's own registration at a provider, with the file of its key. */
export interface ClientLogin extends Registration {
  readonly keyFile: string;
  /** Further members of its token requests. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a client of the interface needs of a session. */
export type Credentials = Pick<NdxClientOptions, 'token' | 'dpop'>;

/** The address for requests and the source of tokens. */
export interface Session {
  readonly baseUrl: string;
  readonly login: FormLogin | ProviderLogin | ClientLogin;
  /** Id of the network that commands use by default. */
  readonly network?: string;
  /** As the gateway names it; absent where it did not answer. */
  readonly environment?: Environment;
}

/** A session under a name. */
export interface Profile extends Pick<Session, 'baseUrl' | 'network' | 'environment'> {
  readonly name: string;
}

/** The variable with the name of the profile, which the command line checks. */
export const PROFILE = 'NDX_PROFILE';
/** Names this program in `User-Agent`. */
export const APPLICATION = `ndx-cli/${VERSION}`;
/** The name of the session without a profile. */
const DEFAULT_PROFILE = 'default';

export const DEFAULT_URL = 'http://localhost:8080';
export const DEFAULT_TOKEN_URL = 'http://localhost:8090/token';

function folder(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'ndx');
}

/** The profile of this command, which `--profile` or `NDX_PROFILE` names. */
export function currentProfile(): string {
  return process.env[PROFILE] ?? DEFAULT_PROFILE;
}

function fileOf(profile: string): string {
  return profile === DEFAULT_PROFILE
    ? join(folder(), 'session.json')
    : join(folder(), 'profiles', `${profile}.json`);
}

/** The profiles with a session, by name; the one without a name first. */
export async function profiles(): Promise<readonly Profile[]> {
  const files = await readdir(join(folder(), 'profiles')).catch(ifAbsent);
  const names = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));
  const read = [DEFAULT_PROFILE, ...names.sort()].map(async (name) => {
    const session = await sessionIn(fileOf(name));
    return session ? [{ name, ...session }] : [];
  });
  return (await Promise.all(read)).flat();
}

function ifAbsent(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/** The session holds secrets: only its owner may read the file. It is replaced as a whole. */
export async function saveSession(session: Session): Promise<string> {
  const file = fileOf(currentProfile());
  const written = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(written, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, file);
  return file;
}

export async function endSession(): Promise<void> {
  await rm(fileOf(currentProfile()), { force: true });
}

/** @throws CliError when no session exists */
async function readSession(): Promise<Session> {
  const profile = currentProfile();
  const session = await sessionIn(fileOf(profile));
  if (session) return session;
  const isNamed = profile !== DEFAULT_PROFILE;
  throw new CliError('authentication', isNamed ? `not logged in as ${profile}` : 'not logged in', {
    hint: isNamed
      ? `Run: ndx --profile ${profile} login, with its address and account.`
      : 'Run: ndx login first-bank (demo network), or set NDX_TOKEN.',
  });
}

/** The session in a file; undefined for no file, or one of another version. */
async function sessionIn(file: string): Promise<Session | undefined> {
  try {
    const session = JSON.parse(await readFile(file, 'utf8')) as Partial<Session> | null;
    const { baseUrl, login } = session ?? {};
    return baseUrl !== undefined && login !== undefined
      ? { ...session, baseUrl, login }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Sets the default network of later commands. @throws CliError when no session exists */
export async function useNetwork(network: string): Promise<void> {
  await saveSession({ ...(await readSession()), network });
}

/**
 * The environment that a gateway names to the holder of a token; undefined where it gives no answer.
 */
export async function environmentOf(
  baseUrl: string,
  credentials: Credentials,
): Promise<Environment | undefined> {
  const options = { retry: { seconds: 0 }, application: APPLICATION };
  try {
    const ndx = createNdxClient({ baseUrl, ...credentials, ...options });
    return (await ndx.readCaller()).data.environment;
  } catch (error) {
    if (error instanceof NdxError || error instanceof NdxConnectionError) return undefined;
    throw error;
  }
}

/** The default network; undefined where none was chosen. */
export async function defaultNetwork(): Promise<string | undefined> {
  if (hasTokenInEnvironment()) return process.env['NDX_NETWORK'];
  return process.env['NDX_NETWORK'] ?? (await readSession()).network;
}

/** Whether `NDX_TOKEN` replaces the session. */
export function hasTokenInEnvironment(): boolean {
  return (process.env['NDX_TOKEN'] ?? '') !== '';
}

/**
 * A client of the session; `NDX_URL` and `NDX_TOKEN` take precedence over it. Before the first request
 * that is not a GET, production is named, and an environment that the gateway does not name.
 */
export async function connect(): Promise<NdxClient> {
  const { NDX_TOKEN: token, NDX_URL: url } = process.env;
  const retry = shownRetries();
  const options = {
    retry,
    application: APPLICATION,
    fetch: fetchWithHeaders(process.env),
  };
  if (url !== undefined && !isHttpAddress(url)) {
    throw new CliError('usage', `NDX_URL is ${url}, which is not an address`, {
      hint: 'Set it to an address such as https://exchange.example, or remove it.',
    });
  }
  const session = token === undefined || token === '' ? await readSession() : undefined;
  const baseUrl = url ?? session?.baseUrl ?? DEFAULT_URL;
  const credentials: Credentials = session
    ? await credentialsOf(session.login, retry)
    : { token: staticToken(token ?? '') };
  const announce = async () => {
    const named = url === undefined ? session?.environment : undefined;
    const environment =
      named ?? (await environmentOf(baseUrl, credentials)) ?? 'unknown environment';
    const of = session ? ` (${currentProfile()})` : '';
    if (!UNANNOUNCED.includes(environment))
      process.stderr.write(`${environment}: ${baseUrl}${of}\n`);
  };
  const send = announcedFetch(options.fetch, announce);
  return createNdxClient({ ...options, ...credentials, baseUrl, fetch: send });
}

/** Environments where a change is an exercise. */
const UNANNOUNCED: readonly string[] = ['development', 'sandbox'] satisfies Environment[];

async function credentialsOf(login: Session['login'], retry: RetryOptions): Promise<Credentials> {
  return 'keyFile' in login ? ownCredentials(login, retry) : { token: tokenOf(login, retry) };
}

/** The credentials of a program itself. @throws CliError when its key or provider cannot be used */
export async function ownCredentials(
  { issuer, clientId, keyFile, parameters }: ClientLogin,
  retry: RetryOptions,
): Promise<Credentials> {
  try {
    const key = await privateKeyFile(keyFile, { passphrase: () => keyPassphrase(keyFile) });
    return await clientCredentials({
      ...{ issuer, clientId, key, parameters },
      ...{ retry, application: APPLICATION },
    });
  } catch (error) {
    if (error instanceof NdxConnectionError || error instanceof CliError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new CliError('authentication', message, {
      hint: `The file has the private key whose public key the provider knows, and nobody else may read it; ${KEY_PASSPHRASE} has the passphrase of an encrypted one.`,
      cause: error,
    });
  }
}

function tokenOf(login: FormLogin | ProviderLogin, retry: RetryOptions): TokenSource {
  if ('form' in login) {
    const { tokenUrl, form } = login;
    const onRotated = async (refresh_token: string) => {
      const rotated = { tokenUrl, form: { ...form, refresh_token } };
      await saveSession({ ...(await readSession()), login: rotated });
    };
    return tokenFrom(tokenUrl, form, { retry, application: APPLICATION, onRotated });
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
