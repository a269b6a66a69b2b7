import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import type { PolicyFilter } from '../storage/policy-repository.js';

/** One querying policy, or those of a network, newest first (contract 4.4, design 7). */
@Injectable()
export class ReadQueryingPolicies {
  constructor(private readonly policies: QueryingPolicyRepository) {}

  /** @throws RESOURCE_NOT_FOUND */
  one(principal: Principal, id: string, networkId?: string): Promise<QueryingPolicy> {
    return this.policies.load(principal, id, { networkId });
  }

  /** @throws PERMISSION_DENIED for a network that the caller does not belong to */
  list(principal: Principal, filter: PolicyFilter): Promise<QueryingPolicy[]> {
    return this.policies.list(principal, filter);
  }
}
