import { CONFIG, LOGGER, PrincipalSigner, ServiceClients, ShutdownErrors } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import type { GatewayConfig } from '../gateway.config.js';
import { SigningKeyHistory } from './signing-key-history.js';
import { SigningKeysController } from './signing-keys.controller.js';

/** The published history of signing keys. */
@Module({
  imports: [AuthenticationModule],
  controllers: [SigningKeysController],
  providers: [
    {
      provide: ServiceClients,
      inject: [CONFIG],
      useFactory: ({ upstreams }: GatewayConfig) => new ServiceClients(upstreams),
    },
    {
      provide: SigningKeyHistory,
      inject: [ServiceClients, PrincipalSigner, LOGGER],
      useFactory: (services: ServiceClients, signer: PrincipalSigner, logger: Logger) =>
        new SigningKeyHistory(services, signer, logger),
    },
  ],
})
export class SigningKeysModule implements OnApplicationShutdown {
  constructor(
    @Inject(ServiceClients) private readonly services: ServiceClients,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(() => this.services.close());
  }
}
