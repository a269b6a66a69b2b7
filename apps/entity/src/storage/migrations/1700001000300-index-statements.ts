import { buildIndex, ForwardOnlyMigration, type IndexDefinition } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

const EMAILS = 'text_grams(coalesce(emails, email))';

const INDEXES: readonly IndexDefinition[] = [
  // Several consumers may share an SSN; concurrent inserts cannot take the same ordinal.
  {
    name: 'consumer_by_ssn_ordinal',
    isUnique: true,
    on: 'consumer_identity (ssn_index, network_id, ssn_ordinal)',
  },
  { name: 'consumer_by_emails', on: `consumer_identity using gin (network_id, ${EMAILS})` },
  { name: 'business_by_emails', on: `business_identity using gin (network_id, ${EMAILS})` },
  {
    name: 'consumer_by_merge',
    on: 'consumer_identity (merged_into) where merged_into is not null',
  },
  {
    name: 'business_by_merge',
    on: 'business_identity (merged_into) where merged_into is not null',
  },
  { name: 'consumer_without_hashes', on: 'consumer_identity (id) where match_hashes is null' },
];

/** Builds indexes for statements, merges and consumers without match keys. */
export class IndexStatements1700001000300 extends ForwardOnlyMigration {
  readonly name = 'IndexStatements1700001000300';
  readonly transaction = false;
  /** No statement names the constraint; the index by ordinal keeps rows without one as unique. */
  override readonly contract = { unusedSince: '0.1.0' };

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, index);
    await runner.query('alter table consumer_identity drop constraint if exists consumer_by_ssn');
  }
}
