import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('institution')
export class InstitutionRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'org_id' })
  orgId!: string;

  @Column('text')
  name!: string;

  @Column('uuid', { name: 'home_network_id', nullable: true })
  homeNetworkId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('integer')
  revision!: number;
}
