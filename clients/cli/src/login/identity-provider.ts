import {
  allowInsecureRequests,
  AuthorizationResponseError,
  ClientError,
  discovery,
  None,
  ResponseBodyError,
  type Configuration,
  type TokenEndpointResponse,
} from 'openid-client';
import { CliError } from '../cli-error.js';

/** An OpenID Connect provider, and this program's registration there as a public client. */
export interface Registration {
  readonly issuer: string;
  readonly clientId: string;
}

/** The tokens of a session; the refresh token may be used once. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads the provider's metadata. @throws CliError when it has none */
export async function discover({ issuer, clientId }: Registration): Promise<Configuration> {
  const url = new URL(issuer);
  // A provider on this machine may have no certificate.
  const execute = LOOPBACK.has(url.hostname) ? [allowInsecureRequests] : [];
  return explained(() => discovery(url, clientId, undefined, None(), { execute }));
}

export function tokensOf(response: TokenEndpointResponse): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = response;
  // The network verifies tokens with published keys, so it accepts JWTs alone (contract 5.2).
  if (accessToken.split('.').length !== 3) {
    throw new CliError('authentication', 'the identity provider issued a token that is not a JWT', {
      hint: 'Name the interface: --param audience=… or --param resource=…, as your provider documents it.',
    });
  }
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds === undefined ? undefined : Date.now() + seconds * 1_000,
  };
}

const CHECK_CLIENT =
  'Check --issuer, --client-id and the redirect address registered for the client.';

/** Runs a call to the provider. @throws CliError with the provider's reason when it refuses */
export async function explained<T>(call: () => Promise<T>, hint = CHECK_CLIENT): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error, hint) ?? error;
  }
}

function refusalOf(error: unknown, hint: string): CliError | undefined {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: description = '' } = error;
    const message = `the identity provider refused: ${code} ${description}`.trim();
    return new CliError('authentication', message, { hint, cause: error });
  }
  if (!(error instanceof ClientError)) return undefined;
  const message = `the identity provider gave an unexpected response: ${error.message}`;
  return new CliError('authentication', message, { hint, cause: error });
}
