import { Global, Module } from '@nestjs/common';
import { Sealer } from '@ndx/sealing';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../boot/infrastructure.js';
import { SETTINGS } from '../boot/tokens.js';
import { ForgetOldKeys } from '../idempotency/forget-old-keys.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';

/** Stores responses to requests with keys for the configured time. */
@Global()
@Module({
  providers: [
    {
      provide: KeptAnswers,
      inject: [DataSource, SETTINGS],
      useFactory: (dataSource: DataSource, { config }: ServiceSettings) =>
        new KeptAnswers(dataSource, new Sealer(config.SEALING_KEYS)),
    },
    {
      provide: ForgetOldKeys,
      inject: [DataSource, SETTINGS],
      useFactory: (dataSource: DataSource, { config, logger }: ServiceSettings) =>
        new ForgetOldKeys({ dataSource, logger, keepHours: config.IDEMPOTENCY_KEEP_HOURS }),
    },
  ],
  exports: [KeptAnswers, ForgetOldKeys],
})
export class IdempotencyModule {}
