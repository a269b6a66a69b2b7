import type {
  ConsentDemand,
  ModelSelection,
  PermissiblePurpose,
  QueryingPolicyDraftStatus,
  SimulationFailure,
  SimulationState,
} from '@ndx/contracts';
import type { SimulationCounts } from './simulation-counts.js';

/** A draft of a policy, under which the past queries of its network and a period are answered again. */
export interface SimulationJob {
  readonly simulationId: string;
  /** The network of the policy. */
  readonly networkId: string;
  /** The network of the policy, and the networks of the queries simulated so far. */
  readonly networkIds: readonly string[];
  /** The networks that the institution governed at the start. */
  readonly governed: readonly string[];
  readonly entityId: string;
  readonly accountId: string;
  readonly policyId: string;
  /** Null for members of the request. */
  readonly policyVersion: number | null;
  readonly productId: string;
  /** Whether the policy would be the default of its network. */
  readonly isDefault: boolean;
  /** Whether it would be enforced as the default. */
  readonly enforced: boolean;
  readonly status: QueryingPolicyDraftStatus;
  /** SHA-256 of the simulated members. */
  readonly digest: string;
  readonly modelSelections: readonly ModelSelection[];
  readonly consent: ConsentDemand | null;
  readonly permissiblePurposes: readonly PermissiblePurpose[];
  readonly periodStart: Date;
  /** Exclusive. */
  readonly periodEnd: Date;
  readonly state: SimulationState;
  readonly failure: SimulationFailure | null;
  readonly counts: SimulationCounts;
  /** The number of listed queries. */
  readonly listed: number;
  /** The place of the last query that is done. */
  readonly placeAt: Date;
  readonly placeId: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The place before the first query of the period. */
export function firstPlace({
  periodStart,
}: Pick<SimulationJob, 'periodStart'>): Pick<SimulationJob, 'placeAt' | 'placeId'> {
  return { placeAt: periodStart, placeId: '00000000-0000-0000-0000-000000000000' };
}
