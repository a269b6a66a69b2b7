import type { PolicyKind } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftApproval, DraftSubmission } from '../domain/draft-summary.js';
import type { DraftSchedule } from '../domain/draft-schedule.js';
import type { DraftStatus, PolicyDraft } from '../domain/policy-draft.js';

@Entity('policy_draft')
export class PolicyDraftRow implements PolicyDraft {
  @PrimaryColumn('uuid', { name: 'policy_id' })
  policyId!: string;

  @Column('text')
  kind!: PolicyKind;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

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

  /** The members of its kind of policy. */
  @Column('jsonb')
  content!: object;

  @Column('timestamptz', { name: 'saved_at' })
  savedAt!: Date;

  @Column('uuid', { name: 'editor_account_ids', array: true })
  editorAccountIds!: readonly string[];

  @Column('jsonb', { nullable: true })
  submission!: DraftSubmission | null;

  @Column('jsonb', { nullable: true })
  approval!: DraftApproval | null;

  @Column('jsonb', { nullable: true })
  schedule!: DraftSchedule | null;
}
