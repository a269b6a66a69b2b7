import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

const EMAILS = 'text_grams(coalesce(emails, email))';

/** Indexes of large tables, built beside their use; an index that a killed run left is built again. */
export class IndexStatements1700001000300 extends ForwardOnlyMigration {
  readonly name = 'IndexStatements1700001000300';
  readonly transaction = false;
  /** No statement names the constraint; the index by ordinal keeps rows without one as unique. */
  override readonly contract = { unusedSince: '0.1.0' };

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of [
      // Several consumers may be under one SSN; two that are stored at once do not get one place.
      [
        'consumer_by_ssn_ordinal',
        'unique index concurrently consumer_by_ssn_ordinal on consumer_identity (ssn_index, network_id, ssn_ordinal)',
      ],
      [
        'consumer_by_emails',
        `index concurrently consumer_by_emails on consumer_identity using gin (network_id, ${EMAILS})`,
      ],
      [
        'business_by_emails',
        `index concurrently business_by_emails on business_identity using gin (network_id, ${EMAILS})`,
      ],
      [
        'consumer_by_merge',
        'index concurrently consumer_by_merge on consumer_identity (merged_into) where merged_into is not null',
      ],
      [
        'business_by_merge',
        'index concurrently business_by_merge on business_identity (merged_into) where merged_into is not null',
      ],
      [
        'consumer_without_hashes',
        'index concurrently consumer_without_hashes on consumer_identity (id) where match_hashes is null',
      ],
    ] as const) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create ${definition}`);
    }
    await runner.query('alter table consumer_identity drop constraint if exists consumer_by_ssn');
  }
}
