import { Column, PrimaryColumn } from 'typeorm';
import type { Policy } from '../domain/policy.js';

/** The common columns of both kinds of policy. */
export abstract class PolicyRow implements Policy {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'network_product_id' })
  networkProductId!: string;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text')
  name!: string;

  @Column('integer')
  version!: number;

  @Column('integer')
  revision!: number;

  @Column('text', { name: 'schema_version' })
  schemaVersion!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
