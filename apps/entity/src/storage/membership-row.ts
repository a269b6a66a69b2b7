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

  /** How the name looks (decision 0107); null for a former member. */
  @Column('text', { name: 'name_skeleton', nullable: true, select: false })
  skeleton!: string | null;

  @Column('text', { name: 'folded_skeleton', nullable: true, select: false })
  foldedSkeleton!: string | null;

  @Column('text', { name: 'raised_skeleton', nullable: true, select: false })
  raisedSkeleton!: string | null;
}
