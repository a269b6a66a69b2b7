import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { FurnishingPolicyRepository } from '../storage/furnishing-policy-repository.js';
import { ConfigureFurnishingPolicy } from '../use-cases/configure-furnishing-policy.js';
import { CreateFurnishingPolicy } from '../use-cases/create-furnishing-policy.js';
import { termsOf } from './furnishing-terms.js';
import { toFurnishingPolicyRecord } from './policy-records.js';

type CreateRequest = Asked<typeof api.createFurnishingPolicy>;
type ConfigureRequest = Asked<typeof api.configureFurnishingPolicy>;

@Controller()
export class FurnishingPoliciesController {
  constructor(
    private readonly createPolicy: CreateFurnishingPolicy,
    private readonly configurePolicy: ConfigureFurnishingPolicy,
    private readonly policies: FurnishingPolicyRepository,
  ) {}

  @Handles(api.createFurnishingPolicy)
  async create(@Caller() principal: Principal, @Asked() { body }: CreateRequest) {
    const policy = await this.createPolicy.create(principal, {
      networkId: body.network_id,
      productId: body.product_id,
      schemaVersion: body.schema_version,
      copyOf: body.copy_of,
      terms: {
        sourceDefaultSlug: null,
        activeOn: null,
        deprecatedOn: null,
        policyMetadata: {},
        ...termsOf(body),
        name: body.name,
      },
    });
    return toFurnishingPolicyRecord(principal, policy);
  }

  @Handles(api.listFurnishingPolicies)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listFurnishingPolicies>,
  ) {
    const after = afterCursor(query.cursor);
    const policies = await this.policies.list(principal, {
      networkId: query.network_id,
      productId: query.product_id,
      after,
      limit: query.limit,
    });
    return idPage(policies, {
      after,
      idOf: ({ id }) => id,
      show: (policy) => toFurnishingPolicyRecord(principal, policy),
    });
  }

  @Handles(api.readFurnishingPolicy)
  async read(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.readFurnishingPolicy>,
  ) {
    const policy = await this.policies.load(principal, path.policy_id, {
      networkId: query.network_id,
    });
    return toFurnishingPolicyRecord(principal, policy);
  }

  @Handles(api.configureFurnishingPolicy)
  async configure(@Caller() principal: Principal, @Asked() { path, body }: ConfigureRequest) {
    const policy = await this.configurePolicy.configure(principal, path.policy_id, {
      changes: termsOf(body),
      expectedVersion: body.expected_version,
    });
    return toFurnishingPolicyRecord(principal, policy);
  }
}
