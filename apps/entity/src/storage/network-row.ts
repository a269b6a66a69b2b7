import type { IdentityVisibility } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('network')
export class NetworkRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  country!: string;

  @Column('text', { name: 'identity_visibility' })
  identityVisibility!: IdentityVisibility;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
