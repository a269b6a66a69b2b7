import { Module, type DynamicModule } from '@nestjs/common';
import { proofKeysOf, type ServiceSettings } from '../definition/infrastructure.js';
import { CONFIG, DATABASE_URL, LOGGER, PROOF_KEYS, SETTINGS } from '../definition/tokens.js';

/**
 * The validated configuration of a service. It is read before the container, which needs its limits
 * and its logger.
 */
@Module({})
export class ConfigModule {
  static forRoot(settings: ServiceSettings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: CONFIG, useValue: settings.config },
        { provide: PROOF_KEYS, useFactory: () => proofKeysOf(settings) },
        { provide: DATABASE_URL, useValue: settings.databaseUrl },
        { provide: LOGGER, useValue: settings.logger },
      ],
      exports: [SETTINGS, CONFIG, DATABASE_URL, LOGGER, PROOF_KEYS],
    };
  }
}
