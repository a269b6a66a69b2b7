export { ForwardOnlyMigration } from './migrations/forward-only-migration.js';
export { type LockRetryOptions, retryOnLock } from './migrations/lock-retry.js';
export { migrate, type MigrateOptions } from './migrations/migrate.js';
export { requireCurrentSchema } from './migrations/schema-state.js';
export { Notifications } from './notifications.js';
export { connecting, type DatabaseAddress, DatabaseFailure } from './pool/connection-failure.js';
export { type ClassList, createDataSource, type StorageOptions } from './pool/data-source.js';
export { inspectDatabase } from './pool/inspect-database.js';
export { namedConnections } from './pool/named-connections.js';
export { requireOwnSession, sharedSessions } from './pool/own-session.js';
export { PooledClient } from './pool/pooled-client.js';
export { poolOf } from './pool/pool-of.js';
export { createPool } from './pool/traced-postgres.js';
export {
  arrayText,
  columnsOf,
  namesOf,
  rowsOfParameters,
  type TextColumn,
} from './rows/row-parameters.js';
export { Batcher, batcher, type RunBatch } from './transactions/batcher.js';
export { afterCommit } from './transactions/after-commit.js';
export { isConnectionError, isUniqueViolation, writeRefusalOf } from './transactions/errors.js';
export { HeldTransaction } from './transactions/held-transaction.js';
export { inTransaction } from './transactions/in-transaction.js';
export { isSynchronous, NotReplicatedError } from './transactions/replication.js';
export { retryingConflicts } from './transactions/retrying-conflicts.js';
