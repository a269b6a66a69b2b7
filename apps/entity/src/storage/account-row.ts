import type { AccountStatus } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('account')
export class AccountRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text')
  subject!: string;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text')
  status!: AccountStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('integer')
  revision!: number;
}
