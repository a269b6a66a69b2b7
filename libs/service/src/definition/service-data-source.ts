import { CreateAudit1700000000400, CreateWitnessed1700000000410 } from '@ndx/audit';
import { CreateMessaging1700000000000 } from '@ndx/messaging';
import { createDataSource, type StorageOptions } from '@ndx/postgres';
import { CreateReplication1700000000050 } from '@ndx/replication';
import { CreateSealingKeys1700000000100 } from '@ndx/sealing';
import type { DataSource } from 'typeorm';
import { CreateIdempotencyKey1700000000200 } from '../idempotency/create-idempotency-key.js';

/** The database of one service: the common tables, and its own. */
export function createServiceDataSource(options: StorageOptions): DataSource {
  return createDataSource({
    ...options,
    migrations: [
      CreateMessaging1700000000000,
      CreateReplication1700000000050,
      CreateSealingKeys1700000000100,
      CreateIdempotencyKey1700000000200,
      CreateAudit1700000000400,
      CreateWitnessed1700000000410,
      ...options.migrations,
    ],
  });
}
