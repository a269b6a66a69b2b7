import { buildIndex, ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The evidence of a query names its audit entries (decision 0076). */
export class FindAuditByQuery1700001700001 extends ForwardOnlyMigration {
  readonly name = 'FindAuditByQuery1700001700001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'audit_entry_by_subject',
      // Smaller than a tree of the ids; each published query adds an entry for each network.
      on: 'audit_entry using hash (subject)',
    });
  }
}
