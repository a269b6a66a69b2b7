import type { RecordEndReason } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordEnd } from '../domain/record-end.js';

@Entity('record_end')
export class RecordEndRow implements RecordEnd {
  @PrimaryColumn('uuid')
  id!: string;

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
