import type {
  NoticeEndpointDisabler,
  NoticeEndpointState,
  NoticeKind,
  WebhookAlgorithm,
} from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeEndpoint } from '../domain/notices/notice-endpoint.js';

@Entity('notice_endpoint')
export class NoticeEndpointRow implements NoticeEndpoint {
  @PrimaryColumn('uuid', { name: 'endpoint_id' })
  id!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('uuid', { name: 'network_ids', array: true, nullable: true })
  networkIds!: readonly string[] | null;

  @Column('text', { name: 'product_ids', array: true, nullable: true })
  productIds!: readonly string[] | null;

  @Column('text', { array: true, nullable: true })
  kinds!: readonly NoticeKind[] | null;

  @Column('integer', { name: 'window_days', nullable: true })
  windowDays!: number | null;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text')
  state!: NoticeEndpointState;

  @Column('text', { name: 'disabled_by', nullable: true })
  disabledBy!: NoticeEndpointDisabler | null;

  @Column('text')
  algorithm!: WebhookAlgorithm;

  @Column('text')
  secret!: string;

  @Column('text', { name: 'previous_secret', nullable: true })
  previousSecret!: string | null;

  @Column('timestamptz', { name: 'previous_secret_expires_at', nullable: true })
  previousSecretExpiresAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('integer')
  revision!: number;
}
