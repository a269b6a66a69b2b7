import { closeSync, openSync, readFileSync } from 'node:fs';
import { commandLine, Option, UsageError } from '@ndx/command-line';
import type { Renew, Tokens } from '../http/client.js';
import { TOKEN_NAMES, type TokenName } from '../http/request.js';
import { OPTIONS } from '../run/run-rows.js';

export interface Options {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  /** Reads the token of that name again, if it comes from a file. */
  readonly renew: Renew;
  /** Where the kit receives webhooks, if it can. */
  readonly receiverUrl: string | undefined;
  /** Sections to check; empty for all. */
  readonly only: readonly string[];
  /** The path of the JSON report, if any. */
  readonly jsonFile: string | undefined;
  /** Whether the run may pass although rows were not run. */
  readonly allowSkipped: boolean;
}

const ABOUT: Readonly<Record<TokenName, string>> = {
  own: 'an account with every permission; its institution governs, furnishes and queries in the networks that the kit makes',
  other: 'an account with every permission, of another institution',
  unprivileged: 'an account without any permission',
  stranger: 'a valid token that names no account',
  expired: 'a token that has expired',
  foreign: 'a token of another environment',
};

const NOTES = `
A token may be given as @file, or in the environment as CONFORMANCE_TOKEN, CONFORMANCE_OTHER_TOKEN
and so on. Rows whose token or receiver is missing are reported as not run, and the status is 1 unless
--allow-skipped is given.

A file is read again when its token is refused: a run that may outlive its token needs --token @file,
and a process that keeps the file fresh. Without a newer token the run stops, with status 2.`;

/**
 * Reads the command line, and the environment for omitted tokens.
 * @throws CommanderError
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
    baseUrl: baseOf(values.baseUrl ?? env['CONFORMANCE_BASE_URL']),
    tokens,
    renew: (name) => (isInFile(name, values, env) ? tokenFrom(name, values, env) : undefined),
    receiverUrl: receiverOf(values.receiverUrl ?? env['CONFORMANCE_RECEIVER_URL']),
    only: values.only,
    jsonFile: writable(values.json),
    allowSkipped: values.allowSkipped === true,
  };
}

function parse(args: readonly string[]) {
  const tokens: Partial<Record<TokenName, string>> = {};
  const command = commandLine(
    'npm run conformance --',
    'Checks a deployment against the contract, over HTTP alone.',
  )
    .option('--base-url <url>', 'the deployment, e.g. https://exchange.example')
    .option(
      `${OPTIONS.receiver} <url>`,
      'an address at which the deployment reaches this process, which listens on its port: notices are sent to it',
    )
    .option(
      '--only <section>',
      'checks this section alone, e.g. 4.5 or "design 9"; may be repeated',
      (section, sections: readonly string[]) => [...sections, section],
      [],
    )
    .option('--json <file>', 'also writes the report to a file')
    .option(
      '--allow-skipped',
      'status 0 also if rows were not run because a token or the receiver is missing',
    )
    .addHelpText('after', NOTES);
  for (const name of TOKEN_NAMES) {
    command.addOption(
      new Option(`${OPTIONS[name]} <token>`, ABOUT[name]).argParser((token: string) => {
        tokens[name] = token;
      }),
    );
  }
  return { tokens, ...command.parse(args, { from: 'user' }).opts() };
}

type Parsed = ReturnType<typeof parse>;

/** The sources of a token on the command line or in the environment. */
function givenFor(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): string | undefined {
  const option = OPTIONS[name].slice(2);
  const variable = `CONFORMANCE_${option.replaceAll('-', '_').toUpperCase()}`;
  return values.tokens[name] ?? env[variable];
}

function isInFile(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): boolean {
  return givenFor(name, values, env)?.startsWith('@') ?? false;
}

function tokenFrom(name: TokenName, values: Parsed, env: NodeJS.ProcessEnv): string | undefined {
  const option = OPTIONS[name];
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

/** Checked before the run: the report path must be writable. */
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

function baseOf(url: string | undefined): string {
  if (url === undefined || url === '') throw new UsageError('--base-url is missing.');
  return checkedUrl('--base-url', url);
}

function receiverOf(url: string | undefined): string | undefined {
  return url === undefined || url === '' ? undefined : checkedUrl(OPTIONS.receiver, url);
}

function checkedUrl(option: string, url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new UsageError(`${option} must be an http or https address, not ${url}.`);
}
