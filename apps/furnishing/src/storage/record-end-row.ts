import type { RecordEndReason } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EndedRecord, RecordEnd } from '../domain/record-end.js';

@Entity('record_end')
export class RecordEndRow implements RecordEnd {
  @PrimaryColumn('uuid')
  id!: string;

  /** This and the next two are copied from the record for the index record_end_by_furnisher. */
  @Column('uuid', { name: 'network_id' })
  networkId!: string;

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
  { network_id, submission_id, furnishing_entity_id }: EndedRecord,
  end: RecordEnd,
): RecordEndRow {
  return {
    ...end,
    networkId: network_id,
    submissionId: submission_id,
    furnishingEntityId: furnishing_entity_id,
  };
}
