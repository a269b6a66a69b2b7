import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('network_product')
export class NetworkProductRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
