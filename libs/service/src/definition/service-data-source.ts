import { CreateAudit1700000000400 } from '@ndx/audit';
import { messagingMigrations } from '@ndx/messaging';
import { createDataSource, type StorageOptions } from '@ndx/postgres';
import { CreateSealingKeys1700000000100 } from '@ndx/sealing';
import type { DataSource } from 'typeorm';
import { CreateIdempotencyKey1700000000200 } from '../idempotency/create-idempotency-key.js';

/** The database of one service: the common tables, and its own. */
export function createServiceDataSource(options: StorageOptions): DataSource {
  return createDataSource({
    ...options,
    migrations: [
      ...messagingMigrations,
      CreateSealingKeys1700000000100,
      CreateIdempotencyKey1700000000200,
      CreateAudit1700000000400,
      ...options.migrations,
    ],
  });
}
