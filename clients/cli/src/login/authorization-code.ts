import { once, on } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { CliError } from '../cli-error.js';
import { explained, tokensOf, type Tokens } from './identity-provider.js';

const CALLBACK = '/callback';
const TIMEOUT_MS = 5 * 60_000;

export interface AuthorizationOptions {
  /** The port of the redirect address on this machine; 0 for a free one. */
  readonly port: number;
  /** Parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Shows the address at which the user signs in. */
  readonly show: (address: string) => void;
}

/**
 * Signs in with a browser: authorization code with PKCE, and a redirect to this machine (RFC 8252).
 * @throws CliError when the provider refuses, or the user does not sign in within five minutes
 */
export async function authorizationCode(
  provider: Configuration,
  { port, parameters, show }: AuthorizationOptions,
): Promise<Tokens> {
  const server = createServer();
  const redirect_uri = await listen(server, port);
  try {
    const pkceCodeVerifier = randomPKCECodeVerifier();
    const expectedState = randomState();
    const address = buildAuthorizationUrl(provider, {
      ...parameters,
      redirect_uri,
      state: expectedState,
      code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    show(address.href);
    const { request, response } = await callback(server);
    const answer = new URL(request.url ?? '', redirect_uri);
    return await answering(response, () =>
      explained(async () =>
        tokensOf(
          await authorizationCodeGrant(provider, answer, { pkceCodeVerifier, expectedState }),
        ),
      ),
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Returns the redirect address. @throws CliError when the port is taken */
async function listen(server: Server, port: number): Promise<string> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw new CliError('usage', `port ${port} is in use`, {
      hint: 'Choose another one with --port, as registered for the client.',
      cause: error,
    });
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLBACK}`;
}

/** The request with which the browser comes back. */
async function callback(server: Server) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    for await (const event of on(server, 'request', { signal })) {
      const [request, response] = event as [IncomingMessage, ServerResponse];
      if (request.url?.startsWith(`${CALLBACK}?`)) return { request, response };
      response.writeHead(404).end();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new CliError('authentication', 'nobody signed in within five minutes', {
    hint: 'Log in again. On a machine without a browser: ndx login --device',
  });
}

/** Shows in the browser whether the login succeeded. */
async function answering(
  response: ServerResponse,
  exchange: () => Promise<Tokens>,
): Promise<Tokens> {
  const end = async (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
    await once(response, 'close');
  };
  try {
    const tokens = await exchange();
    await end(200, 'You are logged in. Close this page.\n');
    return tokens;
  } catch (error) {
    await end(400, 'The login failed. The terminal shows the reason.\n');
    throw error;
  }
}
