import type { PolicyTest } from '@ndx/product-query/policy-test';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CarriedTest } from '../domain/policy-test.js';

@Entity('querying_policy_test')
export class QueryingPolicyTestRow implements CarriedTest {
  @PrimaryColumn('uuid', { name: 'policy_id' })
  policyId!: string;

  @PrimaryColumn('text')
  name!: string;

  @Column('jsonb')
  test!: PolicyTest;

  @Column('text')
  digest!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('timestamptz', { name: 'saved_at' })
  savedAt!: Date;
}
