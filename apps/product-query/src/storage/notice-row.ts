import type { NoticeKind } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Notice } from '../domain/notices/notice.js';

@Entity('notice')
export class NoticeRow implements Notice {
  @PrimaryColumn('uuid', { name: 'notice_id' })
  noticeId!: string;

  /** The institution that is notified. */
  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('uuid', { name: 'query_event_id' })
  queryEventId!: string;

  @Column('uuid', { name: 'certificate_id', nullable: true })
  certificateId!: string | null;

  @Column('uuid', { name: 'network_ids', array: true })
  networkIds!: readonly string[];

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('uuid', { name: 'subject_id', nullable: true })
  subjectId!: string | null;

  @Column('text')
  kind!: NoticeKind;

  @Column('text', { array: true })
  groups!: readonly string[];

  @Column('timestamptz')
  since!: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
