import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { NdxConnectionError, staticToken, tokenFrom, type TokenSource } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { authorizationCode } from '../login/authorization-code.js';
import { deviceCode } from '../login/device-code.js';
import { discover, type Registration, type Tokens } from '../login/identity-provider.js';
import { httpAddress, tokenParameter, wholeNumber } from '../option-values.js';
import { shownRetries } from '../retries.js';
import {
  APPLICATION,
  DEFAULT_TOKEN_URL,
  DEFAULT_URL,
  environmentOf,
  ownCredentials,
  saveSession,
  type ClientLogin,
  type Credentials,
  type FormLogin,
  type ProviderLogin,
} from '../session.js';

const SCOPE = 'openid offline_access';

interface ProviderOptions {
  readonly param: Readonly<Record<string, string>>;
  readonly port: number;
  readonly device: boolean;
}

/** Signs in at an OpenID Connect provider. */
async function providerLogin(
  registration: Registration,
  { param, port, device }: ProviderOptions,
): Promise<SignedIn<ProviderLogin>> {
  const provider = await discover(registration);
  const parameters = { scope: SCOPE, ...param };
  const tokens: Tokens = device
    ? await deviceCode(provider, {
        parameters,
        show: (address, code) => {
          process.stderr.write(`Open ${address}\nand confirm the code ${code}\n`);
        },
      })
    : await authorizationCode(provider, {
        parameters,
        port,
        show: (address) => {
          process.stderr.write(`Open this address in a browser to sign in:\n${address}\n`);
        },
      });
  return {
    login: { ...registration, tokens },
    credentials: { token: staticToken(tokens.accessToken) },
  };
}

/** A sign-in, and its credentials. */
interface SignedIn<Login> {
  readonly login: Login;
  readonly credentials: Credentials;
}

/** Checks the form now, so that a wrong account does not show at the next command. */
async function formLogin(login: FormLogin): Promise<SignedIn<FormLogin>> {
  let { form } = login;
  const onRotated = (refresh_token: string) => {
    form = { ...form, refresh_token };
  };
  const options = { retry: shownRetries(), application: APPLICATION, onRotated };
  const tokenOf = tokenFrom(login.tokenUrl, form, options);
  const token = await issued(
    tokenOf,
    'Name an account of the local identity provider, or give --issuer and --client-id of yours.',
  );
  return { login: { ...login, form }, credentials: { token: staticToken(token) } };
}

/** Checks the key now, and that the provider issues a token for it. */
async function clientLogin(login: ClientLogin): Promise<SignedIn<ClientLogin>> {
  const credentials = await ownCredentials(login, shownRetries());
  await issued(credentials.token, 'Register the public key of the file and DPoP at the provider.');
  return { login, credentials };
}

/** The first token. @throws CliError when the provider refuses */
async function issued(token: TokenSource, hint: string): Promise<string> {
  try {
    return await token();
  } catch (error) {
    if (error instanceof NdxConnectionError) throw error;
    const message = error instanceof Error ? error.message.trim() : String(error);
    throw new CliError('authentication', message, { hint, cause: error });
  }
}

function registrationOf(issuer?: string, clientId?: string): Registration | undefined {
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer !== undefined && URL.canParse(issuer) && clientId !== undefined) {
    return { issuer, clientId };
  }
  throw new CliError('usage', '--issuer with the address of the provider goes with --client-id', {
    hint: 'Ask the operator of the network for both.',
  });
}

export const login = new Command('login')
  .description('signs in and stores the session, which renews its token')
  .argument('[account]', 'account of the local identity provider, such as first-bank')
  .option('--url <url>', 'address of the gateway', httpAddress, DEFAULT_URL)
  .option('--issuer <url>', 'OpenID Connect provider; signs in with a browser')
  .option('--client-id <id>', 'client of this program at the provider')
  .option(
    '--key <file>',
    'signs in as the program itself, with its private key, which may be encrypted (NDX_KEY_PASSPHRASE); needs no browser',
  )
  .option('--param <name=value>', 'parameter of the sign-in, repeatable', tokenParameter)
  .option('--port <n>', 'port of the redirect address; default: a free one', wholeNumber, 0)
  .option('--device', 'signs in with a browser on another machine')
  .option(
    '--token-url <url>',
    'token endpoint, instead of --issuer',
    httpAddress,
    DEFAULT_TOKEN_URL,
  )
  .option('--form <name=value>', 'member of the token request, repeatable', tokenParameter)
  .action(async (account, options) => {
    const { url, issuer, clientId, key, param = {}, port, device = false } = options;
    const { tokenUrl, form } = options;
    const registration = registrationOf(issuer, clientId);
    if (key !== undefined && !registration) {
      throw new CliError('usage', '--key goes with --issuer and --client-id', {
        hint: 'Ask the operator of the network for both.',
      });
    }
    const { login: signedIn, credentials } = registration
      ? key === undefined
        ? await providerLogin(registration, { param, port, device })
        : await clientLogin({ ...registration, keyFile: resolve(key), parameters: param })
      : await formLogin({
          tokenUrl,
          form: { ...(account !== undefined && { account }), ...form },
        });
    const environment = await environmentOf(url, credentials);
    const session = { baseUrl: url, login: signedIn };
    const file = await saveSession({ ...session, ...(environment && { environment }) });
    const where = environment === undefined ? url : `${url}, ${environment}`;
    process.stdout.write(`Logged in to ${where}. Session: ${file}\n`);
  });
