import { PrincipalSigner, ServiceClient } from '@ndx/service';
import { type Logger } from '@ndx/telemetry';
import type { GatewayConfig } from '../gateway.config.js';
import type { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { AccountDirectory } from './account-directory.js';
import { Authenticator } from './authenticator.js';
import { KeySet } from './key-set.js';
import { TokenVerifier } from './token-verifier.js';

export interface Authentication {
  readonly authenticator: Authenticator;
  readonly keySet: KeySet;
  close(): Promise<void>;
}

/** Puts the authentication layer together; it asks nobody yet. */
export function createAuthentication(
  config: GatewayConfig,
  logger: Logger,
  metrics: GatewayMetrics,
): Authentication {
  const signer = new PrincipalSigner(config.PRINCIPAL_SECRET);
  const entity = new ServiceClient('entity', addressOf('entity', config));
  const keySet = new KeySet(keySetUrl(config), config.KEY_SET_REFRESH_MS, {
    onReading: (outcome) => metrics.keySetRefreshed(outcome),
    onStale: (error) => logger.warn({ err: error }, 'the key set cannot be read again'),
  });
  const authenticator = new Authenticator(
    new TokenVerifier(keySet, { issuer: config.TOKEN_ISSUER, audience: config.CLIENT_ID }),
    new AccountDirectory(entity, signer),
    signer,
    {
      organization: config.CLAIM_ORGANIZATION,
      role: config.CLAIM_ROLE,
      permissions: config.CLAIM_PERMISSIONS,
    },
  );
  const close = async () => {
    keySet.close();
    await entity.close();
  };
  return { authenticator, keySet, close };
}

/** `{jwks_url}/<client_id>` (contract 5.3). */
function keySetUrl({ JWKS_URL: base, CLIENT_ID: clientId }: GatewayConfig): string {
  return `${base.replace(/\/$/, '')}/${encodeURIComponent(clientId)}`;
}

function addressOf(service: 'entity', { upstreams }: GatewayConfig): string {
  const address = upstreams.get(service);
  if (address === undefined)
    throw new Error(`the gateway has no address of the ${service} service`);
  return address;
}
