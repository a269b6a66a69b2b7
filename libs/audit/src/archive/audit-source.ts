import type { ArchivePlace } from '@ndx/archive';
import type { DataSource, EntityManager } from 'typeorm';
import type { LogVerifier } from '../log/log-keys.js';
import type { StoredEvents } from '../log/stored-events.js';

export type Database = Pick<EntityManager, 'query'>;

/** The audit log of a service, as it is read: the entries in its database, and the archived ones. */
export interface AuditSource<D extends Database = DataSource> {
  readonly database: D;
  readonly verifier: LogVerifier;
  /** The place of the files of archived entries. */
  readonly place: ArchivePlace;
  /** Selects of the logs that the audited rows of the service belong to. */
  readonly audited: readonly string[];
  /** The events whose data is stored elsewhere, if any. */
  readonly stored?: StoredEvents | undefined;
}
