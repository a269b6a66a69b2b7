import type { RecordEndReason } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EndedRecord, RecordEnd } from '../domain/record-end.js';

@Entity('record_end')
export class RecordEndRow implements RecordEnd {
  @PrimaryColumn('uuid')
  id!: string;

  /** With the furnisher, where lists of ended records find it. */
  @Column('uuid', { name: 'submission_id' })
  submissionId!: string;

  @Column('uuid', { name: 'furnishing_entity_id' })
  furnishingEntityId!: string;

  @Column('text')
  state!: RecordEnd['state'];

  @Column('text', { nullable: true })
  reason!: RecordEndReason | null;

  @Column('text', { name: 'reason_text', nullable: true })
  reasonText!: string | null;

  @Column('uuid', { name: 'corrected_by', nullable: true })
  correctedBy!: string | null;

  @Column('timestamptz', { name: 'ended_at' })
  endedAt!: Date;

  @Column('integer')
  revision!: number;
}

export function endRow(
  { submission_id, furnishing_entity_id }: EndedRecord,
  end: RecordEnd,
): RecordEndRow {
  return { ...end, submissionId: submission_id, furnishingEntityId: furnishing_entity_id };
}
