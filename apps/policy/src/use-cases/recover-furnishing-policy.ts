import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import { ownedRow, revisionAfter, type ReadModelRow } from '@ndx/replication';
import { datasetWithId } from '../domain/catalogue.js';
import { furnishingPolicyState, type FurnishingPolicy } from '../domain/furnishing-policy.js';
import { FurnishingPolicyRow } from '../storage/furnishing-policy-row.js';

/** Recovers a furnishing policy whose read model is ahead, like `OWNED_QUERYING_POLICIES`. */
export const OWNED_FURNISHING_POLICIES = ownedRow<FurnishingPolicy>(
  'furnishing-policy',
  FurnishingPolicyRow,
  async ({ manager, publish }, own, readModel) => {
    const recovered = {
      ...asReplicated(own, readModel),
      revision: revisionAfter(own, readModel),
    };
    await manager.save(FurnishingPolicyRow, recovered);
    publish(
      FurnishingPolicySaved,
      furnishingPolicyState(datasetWithId(recovered.productId), recovered),
    );
    return 'recovered';
  },
);

function asReplicated(policy: FurnishingPolicy, { state }: ReadModelRow): FurnishingPolicy {
  const replicated = state as Partial<PayloadOf<typeof FurnishingPolicySaved>>;
  if (replicated.version === undefined) return policy;
  const { required_fields, attestation_required, max_age_days } = replicated;
  return {
    ...policy,
    version: Math.max(policy.version, replicated.version),
    activeOn: dateOf(replicated.active_on),
    deprecatedOn: dateOf(replicated.deprecated_on),
    policyMetadata: {
      ...policy.policyMetadata,
      required_fields,
      attestation_required,
      max_age_days,
    },
  };
}

function dateOf(value: string | null | undefined): Date | null {
  return value ? new Date(value) : null;
}
