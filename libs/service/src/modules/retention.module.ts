import {
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
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
  private deletions: readonly DeleteExpiredRows[] = [];

  constructor(
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(BUS) private readonly bus: EventBus,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onApplicationBootstrap(): void {
    const { dataSource, bus } = this;
    const { definition, config, logger } = this.settings;
    // Not in the constructor: the providers of the service are not complete there.
    const own = (definition.expiring ?? []).map((type) =>
      this.modules.get(type, { strict: false }),
    );
    this.deletions = [
      expiringKeys(dataSource, config.IDEMPOTENCY_KEEP_HOURS),
      expiringMarks(dataSource, definition.name, config.INBOX_KEEP_HOURS),
      ...(bus.expiring ?? []),
      ...own,
    ].map((rows) => new DeleteExpiredRows({ rows, logger }));
    for (const deletion of this.deletions) deletion.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(...this.deletions.map((deletion) => () => deletion.stop()));
  }
}
