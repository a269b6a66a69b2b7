import * as api from '@ndx/api';
import { datasetOfBuiltInPolicy } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { ConfigureQueryingPolicy } from '../use-cases/configure-querying-policy.js';
import { CreateQueryingPolicy } from '../use-cases/create-querying-policy.js';
import {
  toBuiltInPolicyRecord,
  toPolicyVersionRecord,
  toQueryingPolicyRecord,
} from './policy-records.js';

@Controller()
export class QueryingPoliciesController {
  constructor(
    private readonly createPolicy: CreateQueryingPolicy,
    private readonly configurePolicy: ConfigureQueryingPolicy,
    private readonly policies: QueryingPolicyRepository,
  ) {}

  @Handles(api.createQueryingPolicy)
  async create(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.createQueryingPolicy>,
  ) {
    const policy = await this.createPolicy.create(principal, {
      networkId: body.network_id,
      productId: body.product_id,
      name: body.name,
      copyOf: body.copy_of,
    });
    return toQueryingPolicyRecord(policy);
  }

  @Handles(api.listQueryingPolicies)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listQueryingPolicies>,
  ) {
    const after = afterCursor(query.cursor);
    const policies = await this.policies.list(principal, {
      networkId: query.network_id,
      productId: query.product_id,
      after,
      limit: query.limit,
    });
    return idPage(policies, { after, idOf: ({ id }) => id, show: toQueryingPolicyRecord });
  }

  @Handles(api.readQueryingPolicy)
  async read(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.readQueryingPolicy>,
  ) {
    const dataset = datasetOfBuiltInPolicy(path.policy_id);
    if (dataset) return toBuiltInPolicyRecord(dataset);
    const policy = await this.policies.load(principal, path.policy_id, {
      networkId: query.network_id,
    });
    return toQueryingPolicyRecord(policy);
  }

  @Handles(api.readQueryingPolicyVersion)
  async readVersion(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readQueryingPolicyVersion>,
  ) {
    const { policy_id: id, version } = path;
    return toPolicyVersionRecord(
      principal,
      await this.policies.loadVersion(principal, id, version),
    );
  }

  @Handles(api.configureQueryingPolicy)
  async configure(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.configureQueryingPolicy>,
  ) {
    const policy = await this.configurePolicy.configure(principal, path.policy_id, {
      name: body.name,
      isDefault: body.is_default,
      enforced: body.enforced,
      status: body.status,
      modelSelections: body.model_selections,
      consent: body.consent,
      permissiblePurposes: body.permissible_purposes,
      expectedVersion: body.expected_version,
    });
    return toQueryingPolicyRecord(policy);
  }
}
