import type { QueryingPolicyStatus } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftApproval } from '../domain/draft-summary.js';
import { QueryingTermsRow } from './querying-terms-row.js';

/** A configuration as saved; written once. */
@Entity('querying_policy_version')
export class QueryingPolicyVersionRow extends QueryingTermsRow {
  @PrimaryColumn('uuid', { name: 'policy_id' })
  policyId!: string;

  @PrimaryColumn('integer')
  version!: number;

  /** The account that saved it, and its institution. */
  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text')
  status!: QueryingPolicyStatus;

  /** The draft that was published as the version; null: it was saved at once. */
  @Column('text', { name: 'draft_digest', nullable: true })
  draftDigest!: string | null;

  /** The account that saved the draft. */
  @Column('uuid', { name: 'author_account_id', nullable: true })
  authorAccountId!: string | null;

  @Column('text', { nullable: true })
  comment!: string | null;

  /** The approval of the draft when it was published. */
  @Column('jsonb', { nullable: true })
  approval!: DraftApproval | null;

  @Column('text', { name: 'break_glass_reason', nullable: true })
  breakGlassReason!: string | null;

  /** The names of the tests that failed under the draft when it was published. */
  @Column('text', { name: 'failed_tests', array: true })
  failedTests!: readonly string[];
}
