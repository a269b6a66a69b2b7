import {
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { expiringMarks, type EventBus } from '@ndx/messaging';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { BUS, SETTINGS } from '../definition/tokens.js';
import { expiringKeys } from '../idempotency/expiring-keys.js';
import { DeleteExpiredRows } from '../retention/delete-expired-rows.js';
import { ShutdownErrors } from './shutdown-errors.js';

/** Deletes rows after the retention of their table. */
@Module({})
export class RetentionModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly deletions: readonly DeleteExpiredRows[];

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(SETTINGS) { definition, config, logger }: ServiceSettings,
    @Inject(BUS) bus: EventBus,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {
    this.deletions = [
      expiringKeys(dataSource, config.IDEMPOTENCY_KEEP_HOURS),
      expiringMarks(dataSource, definition.name, config.INBOX_KEEP_HOURS),
      ...(bus.expiring ?? []),
    ].map((rows) => new DeleteExpiredRows({ rows, logger }));
  }

  onApplicationBootstrap(): void {
    for (const deletion of this.deletions) deletion.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(...this.deletions.map((deletion) => () => deletion.stop()));
  }
}
