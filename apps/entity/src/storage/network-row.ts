import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('network')
export class NetworkRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  country!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
