import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftApproval } from '../domain/approved-summary.js';
import type { DraftStatus, QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import type { DraftSchedule } from '../domain/draft-schedule.js';
import { QueryingTermsRow } from './querying-terms-row.js';

@Entity('querying_policy_draft')
export class QueryingPolicyDraftRow extends QueryingTermsRow implements QueryingPolicyDraft {
  @PrimaryColumn('uuid', { name: 'policy_id' })
  policyId!: string;

  @Column('text')
  status!: DraftStatus;

  @Column('integer', { name: 'base_version' })
  baseVersion!: number;

  @Column('text')
  digest!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('uuid', { name: 'editor_account_ids', array: true })
  editorAccountIds!: readonly string[];

  @Column('jsonb', { nullable: true })
  approval!: DraftApproval | null;

  @Column('jsonb', { nullable: true })
  schedule!: DraftSchedule | null;

  @Column('boolean', { name: 'was_default' })
  wasDefault!: boolean;
}
