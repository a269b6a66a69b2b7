import type {
  ConsentDemand,
  ModelSelection,
  PermissiblePurpose,
  QueryingPolicyDraftStatus,
  SimulationFailure,
  SimulationState,
} from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SimulatedAnswer, SimulationCounts } from '../domain/simulation/simulation-counts.js';
import type { SimulationJob } from '../domain/simulation/simulation-job.js';

@Entity('simulation')
export class SimulationRow implements SimulationJob {
  @PrimaryColumn('uuid', { name: 'simulation_id' })
  simulationId!: string;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

  @Column('uuid', { name: 'network_ids', array: true })
  networkIds!: readonly string[];

  @Column('uuid', { array: true })
  governed!: readonly string[];

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'policy_id' })
  policyId!: string;

  @Column('integer', { name: 'policy_version', nullable: true })
  policyVersion!: number | null;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  @Column('boolean')
  enforced!: boolean;

  @Column('text')
  status!: QueryingPolicyDraftStatus;

  @Column('text')
  digest!: string;

  @Column('json', { name: 'model_selections' })
  modelSelections!: readonly ModelSelection[];

  @Column('text', { nullable: true })
  consent!: ConsentDemand | null;

  @Column('text', { name: 'permissible_purposes', array: true })
  permissiblePurposes!: readonly PermissiblePurpose[];

  @Column('timestamptz', { name: 'period_start' })
  periodStart!: Date;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd!: Date;

  @Column('text')
  state!: SimulationState;

  @Column('text', { nullable: true })
  failure!: SimulationFailure | null;

  /** As JSON text, whose members keep their order. */
  @Column('json')
  counts!: SimulationCounts;

  @Column('integer')
  listed!: number;

  @Column('timestamptz', { name: 'place_at' })
  placeAt!: Date;

  @Column('uuid', { name: 'place_id' })
  placeId!: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** The last time at which a part was done. */
  @Column('timestamptz', { name: 'advanced_at' })
  advancedAt!: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

/** A query whose answer changes. */
@Entity('simulated_query')
export class SimulatedQueryRow {
  @PrimaryColumn('uuid', { name: 'simulation_id' })
  simulationId!: string;

  @PrimaryColumn('uuid', { name: 'query_event_id' })
  queryEventId!: string;

  @Column('uuid', { name: 'network_ids', array: true })
  networkIds!: readonly string[];

  @Column('json')
  answer!: SimulatedAnswer;
}
