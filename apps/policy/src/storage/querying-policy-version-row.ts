import type {
  ConsentDemand,
  ModelSelection,
  PermissiblePurpose,
  QueryingPolicyStatus,
} from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A configuration as saved; written once. */
@Entity('querying_policy_version')
export class QueryingPolicyVersionRow {
  @PrimaryColumn('uuid', { name: 'policy_id' })
  policyId!: string;

  @PrimaryColumn('integer')
  version!: number;

  /** The account that saved it. */
  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

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

  @Column('timestamptz', { name: 'saved_at' })
  savedAt!: Date;
}
