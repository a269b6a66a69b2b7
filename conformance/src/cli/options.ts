import { closeSync, openSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Renew, Tokens } from '../http/client.js';
import { TOKEN_NAMES, type TokenName } from '../http/request.js';
import { TOKEN_OPTIONS } from '../run/run-rows.js';

/** The command line cannot be understood: one sentence says why. */
export class UsageError extends Error {}

export interface Options {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  /** Reads the token of that name again, where it is kept in a file. */
  readonly renew: Renew;
  /** Sections to check; empty for all of them. */
  readonly only: readonly string[];
  /** Where the report is also written as JSON. */
  readonly jsonFile: string | undefined;
}

export const USAGE = `Usage: npm run conformance -- --base-url <url> --token <token> [options]

  --base-url <url>              the deployment, e.g. https://exchange.example
  --token <token>               an account with every permission; its institution governs, furnishes
                                and queries in the networks that the kit makes
  --other-token <token>         an account with every permission, of another institution
  --unprivileged-token <token>  an account without any permission
  --stranger-token <token>      a valid token that names no account
  --expired-token <token>       a token that has expired
  --foreign-token <token>       a token of another environment
  --only <section>              checks this section alone, e.g. 4.5 or "design 9"; may be repeated
  --json <file>                 writes the report there, too
  --help                        tells this

A token may be given as @file, or in the environment as CONFORMANCE_TOKEN,
CONFORMANCE_OTHER_TOKEN and so on. Rows whose token is missing are told as not run.

A file is read again when its token is refused: a run that may outlive its token needs --token @file,
and something that keeps the file fresh. Without a newer token the run stops, with status 2.`;

/**
 * Reads the command line, and for what it leaves out the environment.
 * @throws UsageError
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const values = parse(args);
  const tokens: Partial<Record<TokenName, string>> = {};
  for (const name of TOKEN_NAMES) {
    const token = tokenFrom(name, values, env);
    if (token !== undefined) tokens[name] = token;
  }
  if (tokens.own === undefined) throw new UsageError('--token is missing.');
  return {
    baseUrl: checkedUrl(textOf(values['base-url']) ?? env['CONFORMANCE_BASE_URL']),
    tokens,
    renew: (name) => (isInFile(name, values, env) ? tokenFrom(name, values, env) : undefined),
    only: listOf(values['only']),
    jsonFile: writable(textOf(values['json'])),
  };
}

type Parsed = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

function parse(args: readonly string[]): Parsed {
  const text = { type: 'string' } as const;
  const tokens = Object.values(TOKEN_OPTIONS).map((option) => [option.slice(2), text] as const);
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(tokens),
        'base-url': text,
        json: text,
        only: { type: 'string', multiple: true },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(reason, { cause: error });
  }
}

/** What stands for the token on the command line, or in the environment. */
function givenFor(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): string | undefined {
  const option = TOKEN_OPTIONS[name].slice(2);
  const variable = `CONFORMANCE_${option.replaceAll('-', '_').toUpperCase()}`;
  return textOf(values[option]) ?? env[variable];
}

function isInFile(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): boolean {
  return givenFor(name, values, env)?.startsWith('@') ?? false;
}

function tokenFrom(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): string | undefined {
  const option = TOKEN_OPTIONS[name];
  const given = givenFor(name, values, env);
  if (given === undefined || given === '') return undefined;
  const token = given.startsWith('@') ? readToken(option, given.slice(1)) : given;
  if (/^[^\s,]+$/.test(token)) return token;
  throw new UsageError(`${option} is no token: it is empty or holds white space.`);
}

function readToken(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${option} cannot be read: ${reason}.`, { cause: error });
  }
}

/** Told before the run: a report that cannot be written is none. */
function writable(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    closeSync(openSync(file, 'a'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--json cannot be written: ${reason}.`, { cause: error });
  }
  return file;
}

function checkedUrl(url: string | undefined): string {
  if (url === undefined || url === '') throw new UsageError('--base-url is missing.');
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError(`--base-url must be an http or https address, not ${url}.`);
}

function textOf(value: Parsed[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: Parsed[string]): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
