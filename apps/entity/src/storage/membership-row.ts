import type { MembershipRole } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('membership')
export class MembershipRow {
  @PrimaryColumn('uuid', { name: 'network_id' })
  networkId!: string;

  @PrimaryColumn('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text', { array: true })
  roles!: readonly MembershipRole[];

  @Column('timestamptz', { name: 'joined_at' })
  joinedAt!: Date;

  @Column('integer')
  revision!: number;
}
