import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';
import type { PolicyFilter } from '../storage/policy-repository.js';

/** One furnishing policy, or those of a network, newest first (contract 4.4, design 7). */
@Injectable()
export class ReadFurnishingPolicies {
  constructor(private readonly policies: FurnishingPolicyRepository) {}

  /** @throws RESOURCE_NOT_FOUND */
  one(principal: Principal, id: string, networkId?: string): Promise<FurnishingPolicy> {
    return this.policies.load(principal, id, { networkId });
  }

  /** @throws PERMISSION_DENIED for a network that the caller does not belong to */
  list(principal: Principal, filter: PolicyFilter): Promise<FurnishingPolicy[]> {
    return this.policies.list(principal, filter);
  }
}
