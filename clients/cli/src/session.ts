import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createNdxClient, staticToken, tokenFrom, type NdxClient } from '@ndx/client';
import { CliError } from './cli-error.js';

/** Where to send requests, and how to get a token. */
export interface Session {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** The form that the token endpoint receives. */
  readonly form: Readonly<Record<string, string>>;
  /** Id of the network that commands use by default. */
  readonly network?: string;
}

export const DEFAULT_URL = 'http://localhost:8080';
export const DEFAULT_TOKEN_URL = 'http://localhost:8090/token';

function sessionFile(): string {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return join(config, 'ndx', 'session.json');
}

/** The form may hold a secret: only its owner may read the file. */
export async function saveSession(session: Session): Promise<string> {
  const file = sessionFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return file;
}

export async function endSession(): Promise<void> {
  await rm(sessionFile(), { force: true });
}

/** @throws CliError when no session exists */
async function readSession(): Promise<Session> {
  try {
    return JSON.parse(await readFile(sessionFile(), 'utf8')) as Session;
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
  if (token !== undefined && token !== '') {
    return createNdxClient({ baseUrl: url ?? DEFAULT_URL, token: staticToken(token) });
  }
  const { baseUrl, tokenUrl, form } = await readSession();
  return createNdxClient({ baseUrl: url ?? baseUrl, token: tokenFrom(tokenUrl, form) });
}
