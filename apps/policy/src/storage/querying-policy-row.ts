import type {
  ConsentDemand,
  ModelSelection,
  PermissiblePurpose,
  QueryingPolicyStatus,
} from '@ndx/contracts';
import { Column, Entity } from 'typeorm';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { PolicyRow } from './policy-row.js';

@Entity('querying_policy')
export class QueryingPolicyRow extends PolicyRow implements QueryingPolicy {
  @Column('text')
  status!: QueryingPolicyStatus;

  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  @Column('boolean')
  enforced!: boolean;

  @Column('jsonb', { name: 'model_selections' })
  modelSelections!: readonly ModelSelection[];

  @Column('text', { nullable: true })
  consent!: ConsentDemand | null;

  @Column('jsonb', { name: 'permissible_purposes' })
  permissiblePurposes!: readonly PermissiblePurpose[];
}
