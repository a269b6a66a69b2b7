import { Global, Module } from '@nestjs/common';
import { Sealer } from '@ndx/sealing';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { SETTINGS } from '../definition/tokens.js';
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
  ],
  exports: [KeptAnswers],
})
export class IdempotencyModule {}
