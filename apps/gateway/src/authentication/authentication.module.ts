import {
  CONFIG,
  LOGGER,
  PrincipalSigner,
  Readiness,
  ServiceClient,
  ShutdownErrors,
} from '@ndx/service';
import { type Logger } from '@ndx/telemetry';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { SharedStore } from '../shared-store/shared-store.js';
import { SharedStoreModule } from '../shared-store/shared-store.module.js';
import { clientsIn } from './accepted-clients.js';
import { AccountDirectory } from './account-directory.js';
import { Authenticator } from './authenticator.js';
import { ClientCertificates } from './client-certificate.js';
import { discoverKeySet } from './discovery.js';
import { KeySet } from './key-set.js';
import { SenderCheck } from './sender-check.js';
import { SharedProofs } from './shared-proofs.js';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from './token-header.js';
import type { ExpectedToken } from './token-strategy.js';
import { TokenVerifier } from './token-verifier.js';
import { UsedProofs } from './used-proofs.js';

/**
 * Authenticates callers with the provider's keys and the accounts of the entity service. Neither is
 * called at boot.
 */
@Module({
  imports: [SharedStoreModule],
  providers: [
    {
      provide: PrincipalSigner,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) =>
        new PrincipalSigner('gateway', config.GATEWAY_PRIVATE_KEY),
    },
    {
      provide: ServiceClient,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) =>
        new ServiceClient('entity', addressOf('entity', config)),
    },
    {
      provide: KeySet,
      inject: [CONFIG, LOGGER, GatewayMetrics],
      useFactory: (config: GatewayConfig, logger: Logger, metrics: GatewayMetrics) =>
        new KeySet(
          keySetLocation(config),
          algorithmsIn(config),
          { refreshMs: config.KEY_SET_REFRESH_MS, maxAgeMs: config.KEY_SET_MAX_AGE_MS },
          {
            onReading: (outcome) => metrics.keySetRefreshed(outcome),
            onStale: (error) =>
              logger.warn({ err: error }, 'key set refresh failed; using the cached keys'),
            onUnavailable: (error) =>
              logger.warn({ err: error }, 'no key set; accepting no token until it is read'),
            onRefused: (keys) => logger.warn({ keys }, 'published keys rejected; not using them'),
          },
        ),
    },
    {
      provide: AccountDirectory,
      inject: [CONFIG, ServiceClient, PrincipalSigner, LOGGER, GatewayMetrics],
      useFactory: createAccountDirectory,
    },
    {
      provide: Authenticator,
      inject: [CONFIG, KeySet, AccountDirectory, PrincipalSigner, SharedStore],
      useFactory: createAuthenticator,
    },
  ],
  exports: [Authenticator, PrincipalSigner],
})
export class AuthenticationModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(KeySet) private readonly keySet: KeySet,
    @Inject(ServiceClient) private readonly entity: ServiceClient,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onModuleInit(): void {
    this.readiness.require(() => this.keySet.problem());
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(
      async () => this.keySet.close(),
      () => this.entity.close(),
    );
  }
}

function createAuthenticator(
  config: GatewayConfig,
  keySet: KeySet,
  accounts: AccountDirectory,
  signer: PrincipalSigner,
  store: SharedStore | undefined,
): Authenticator {
  return new Authenticator(
    new TokenVerifier(keySet, expectedToken(config)),
    new SenderCheck(
      listIn(config.PUBLIC_ORIGINS),
      new ClientCertificates(
        config.CLIENT_CERTIFICATE_HEADER.toLowerCase(),
        listIn(config.TRUSTED_PROXIES),
      ),
      new SharedProofs(new UsedProofs(), store),
    ),
    accounts,
    signer,
    {
      organization: config.CLAIM_ORGANIZATION,
      role: config.CLAIM_ROLE,
      permissions: config.CLAIM_PERMISSIONS,
    },
  );
}

function createAccountDirectory(
  { ACCOUNT_STALE_MS: staleForMs }: GatewayConfig,
  entity: ServiceClient,
  signer: PrincipalSigner,
  logger: Logger,
  metrics: GatewayMetrics,
): AccountDirectory {
  return new AccountDirectory(entity, signer, staleForMs, {
    onAway: (error) =>
      logger.warn(
        { err: error, stale_for_ms: staleForMs },
        'account lookup failed; using cached accounts and memberships',
      ),
    onBack: () => logger.info('account lookup recovered'),
    onStaleUse: () => metrics.staleAccountUsed(),
  });
}

/** The required claims of a token. */
export function expectedToken(config: GatewayConfig): ExpectedToken {
  return {
    issuer: config.TOKEN_ISSUER,
    audience: config.CLIENT_ID,
    clients: new Map([...clientsIn(config.TOKEN_CLIENTS), [config.CLIENT_ID, ['people']]]),
    maxLifetimeSeconds: config.TOKEN_MAX_LIFETIME_SECONDS,
  };
}

/** The signature algorithms that the operator allows. */
export function algorithmsIn({ TOKEN_ALGORITHMS }: GatewayConfig): readonly SigningAlgorithm[] {
  const listed = listIn(TOKEN_ALGORITHMS);
  return SIGNING_ALGORITHMS.filter((one) => listed.includes(one));
}

function listIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

/**
 * Locates the key set: its configured address in full, `{jwks_url}/<client_id>` (contract 5.3), or the
 * address in the discovery document of the issuer.
 */
export function keySetLocation({
  JWKS_URI: address,
  JWKS_URL: base,
  CLIENT_ID: clientId,
  TOKEN_ISSUER: issuer,
}: GatewayConfig): () => Promise<string> {
  if (address !== '') return async () => address;
  if (base === '') return () => discoverKeySet(issuer);
  return async () => `${base.replace(/\/$/, '')}/${encodeURIComponent(clientId)}`;
}

function addressOf(service: 'entity', { upstreams }: GatewayConfig): string {
  const address = upstreams.get(service);
  if (address === undefined)
    throw new Error(`the gateway has no address of the ${service} service`);
  return address;
}
