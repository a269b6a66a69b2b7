import type { ArchivePlace } from '@ndx/archive';
import type { EntityManager } from 'typeorm';

/**
 * Events of a type, at most one for each subject, that the service stores in a table of its own and
 * never changes. Their entries have the commitment, and not the data again (decision 0145).
 */
export interface StoredEvents {
  readonly type: string;
  /**
   * The data of events by their subjects, as JSON text; absent for one that is gone.
   * @throws DomainError when it is archived, and its archive cannot be read
   */
  readonly dataOf: (
    source: {
      readonly database: Pick<EntityManager, 'query'>;
      readonly place: ArchivePlace;
    },
    subjects: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** SQL: an object with the members of the event of an `audit_entry` that can name a resource. */
  readonly members: string;
}
