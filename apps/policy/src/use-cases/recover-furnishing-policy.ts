import { FurnishingPolicySaved, type PayloadOf } from '@ndx/contracts';
import type { OwnedAggregate, StandingCopy } from '@ndx/replication';
import { datasetWithId } from '../domain/catalogue.js';
import { furnishingPolicyState, type FurnishingPolicy } from '../domain/furnishing-policy.js';
import { FurnishingPolicyRow } from '../storage/furnishing-policy-row.js';

/** Recovers a furnishing policy whose copy is ahead, like `OWNED_QUERYING_POLICIES`. */
export const OWNED_FURNISHING_POLICIES: OwnedAggregate = {
  aggregate: 'furnishing-policy',
  async moveAhead({ manager, publish }, copy) {
    const row = await manager.findOne(FurnishingPolicyRow, {
      where: { id: copy.key },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return 'unknown';
    const recovered = {
      ...asCopied(row, copy),
      revision: Math.max(row.revision, copy.revision) + 1,
    };
    await manager.save(FurnishingPolicyRow, recovered);
    publish(
      FurnishingPolicySaved,
      furnishingPolicyState(datasetWithId(recovered.productId), recovered),
    );
    return 'recovered';
  },
};

function asCopied(policy: FurnishingPolicy, { state }: StandingCopy): FurnishingPolicy {
  const copied = state as Partial<PayloadOf<typeof FurnishingPolicySaved>>;
  if (copied.version === undefined) return policy;
  const { required_fields, attestation_required, max_age_days } = copied;
  return {
    ...policy,
    version: Math.max(policy.version, copied.version),
    activeOn: dateOf(copied.active_on),
    deprecatedOn: dateOf(copied.deprecated_on),
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
