import { refreshingToken, type TokenSource } from '@ndx/client';
import { refreshTokenGrant } from 'openid-client';
import { CliError } from '../cli-error.js';
import {
  discover,
  explained,
  tokensOf,
  type Registration,
  type Tokens,
} from './identity-provider.js';

/** The store of a session's tokens; other processes use the same session. */
export interface TokenStore {
  read(): Promise<Tokens>;
  write(tokens: Tokens): Promise<void>;
}

/** Milliseconds before its expiry at which a stored token is not used any more. */
const EARLY_MS = 60_000;

/** The access token of a session, renewed with its refresh token and stored again. */
export function sessionToken(registration: Registration, store: TokenStore): TokenSource {
  let last: string | undefined;
  return refreshingToken(async () => {
    const stored = await store.read();
    const isUsable = stored.accessToken !== last && !isExpired(stored);
    const tokens = isUsable ? stored : await renew(registration, stored, store);
    last = tokens.accessToken;
    const { expiresAt } = tokens;
    return {
      access_token: tokens.accessToken,
      ...(expiresAt !== undefined && { expires_in: (expiresAt - Date.now()) / 1_000 }),
    };
  });
}

function isExpired({ expiresAt }: Tokens): boolean {
  return expiresAt !== undefined && expiresAt - EARLY_MS < Date.now();
}

const LOG_IN_AGAIN = 'Log in again: ndx login --issuer … --client-id …';

/** @throws CliError when the session has no refresh token, or the provider refuses it */
async function renew(
  registration: Registration,
  stored: Tokens,
  store: TokenStore,
): Promise<Tokens> {
  const { refreshToken } = stored;
  if (refreshToken === undefined) {
    throw new CliError('authentication', 'the session has expired', { hint: LOG_IN_AGAIN });
  }
  try {
    const provider = await discover(registration);
    const renewed = await explained(
      async () => tokensOf(await refreshTokenGrant(provider, refreshToken)),
      LOG_IN_AGAIN,
    );
    // A provider that does not rotate refresh tokens sends none.
    const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
    await store.write(tokens);
    return tokens;
  } catch (error) {
    // A refresh token may be used once: another process may have used it.
    const current = await store.read();
    if (current.refreshToken !== refreshToken && !isExpired(current)) return current;
    throw error;
  }
}
