import type { DisputeOutcome, DisputeReason, RecordEndReason } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Dispute } from '../domain/dispute.js';

@Entity('dispute')
export class DisputeRow implements Dispute {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

  @Column('uuid', { name: 'record_id' })
  recordId!: string;

  @Column('uuid', { name: 'furnishing_entity_id' })
  furnishingEntityId!: string;

  @Column('uuid', { name: 'disputing_entity_id' })
  disputingEntityId!: string;

  @Column('uuid', { name: 'query_event_id', nullable: true })
  queryEventId!: string | null;

  @Column('boolean', { name: 'on_behalf_of_subject' })
  onBehalfOfSubject!: boolean;

  @Column('text', { name: 'model_name' })
  modelName!: string;

  @Column('text', { name: 'field_name', nullable: true })
  fieldName!: string | null;

  @Column('text')
  reason!: RecordEndReason;

  @Column('text', { name: 'reason_text', nullable: true })
  reasonText!: string | null;

  @Column('text', { name: 'attachment_sha256', nullable: true })
  attachmentSha256!: string | null;

  @Column('timestamptz', { name: 'opened_at' })
  openedAt!: Date;

  @Column('timestamptz', { name: 'acknowledge_by' })
  acknowledgeBy!: Date;

  @Column('timestamptz', { name: 'acknowledged_at', nullable: true })
  acknowledgedAt!: Date | null;

  @Column('timestamptz', { name: 'decide_by' })
  decideBy!: Date;

  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  @Column('text', { nullable: true })
  outcome!: DisputeOutcome | null;

  @Column('text', { name: 'decision_reason', nullable: true })
  decisionReason!: DisputeReason | null;

  @Column('text', { name: 'decision_text', nullable: true })
  decisionText!: string | null;

  @Column('text', { name: 'statement_text', nullable: true })
  statementText!: string | null;

  @Column('timestamptz', { name: 'stated_at', nullable: true })
  statedAt!: Date | null;

  @Column('timestamptz', { name: 'statement_removed_at', nullable: true })
  statementRemovedAt!: Date | null;

  @Column('integer')
  revision!: number;
}
