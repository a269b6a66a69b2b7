import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ConfigureQueryingPolicy } from '../use-cases/configure-querying-policy.js';
import { CreateQueryingPolicy } from '../use-cases/create-querying-policy.js';
import { ReadQueryingPolicies } from '../use-cases/read-querying-policies.js';
import { QUERYING_CONFIGURATION_EXAMPLE, QUERYING_POLICY_EXAMPLE } from './examples.js';
import { ListPoliciesQuery, PolicyPath } from './policy-path.dto.js';
import { LIST_REFUSALS, NOT_FOUND, NOT_GOVERNED, NO_SUCH_DATASET } from './refusals.js';
import { ConfigureQueryingPolicyDto } from './querying-configuration.dto.js';
import {
  CreateQueryingPolicyDto,
  QueryingPolicyRecord,
  ReadQueryingPolicyQuery,
  toQueryingPolicyRecord,
} from './querying-policy.dto.js';

@Controller('v1/networks/policies/querying')
export class QueryingPoliciesController {
  constructor(
    private readonly createPolicy: CreateQueryingPolicy,
    private readonly configurePolicy: ConfigureQueryingPolicy,
    private readonly readPolicies: ReadQueryingPolicies,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Create a querying policy',
    description: 'A draft, which governs nothing until it is configured.',
    answer: QueryingPolicyRecord,
    example: QUERYING_POLICY_EXAMPLE,
    refusals: {
      ...NO_SUCH_DATASET,
      ...NOT_GOVERNED,
      RESOURCE_CONFLICT: 'the network has a policy of that name for the product',
    },
  })
  async create(@Caller() principal: Principal, @Body() body: CreateQueryingPolicyDto) {
    const policy = await this.createPolicy.run(principal, {
      networkId: body.network_id,
      productId: body.product_id,
      name: body.name,
    });
    return toQueryingPolicyRecord(policy);
  }

  @Get()
  @Operation({
    summary: "List a network's querying policies, newest first",
    answer: wire.listOf(QueryingPolicyRecord),
    refusals: LIST_REFUSALS,
  })
  async list(@Caller() principal: Principal, @Query() query: ListPoliciesQuery) {
    const policies = await this.readPolicies.list(principal, {
      networkId: query.network_id,
      productId: query.product_id,
    });
    return policies.map(toQueryingPolicyRecord);
  }

  @Get(':policy_id')
  @Operation({
    summary: 'Read a querying policy',
    answer: QueryingPolicyRecord,
    refusals: NOT_FOUND,
  })
  async read(
    @Caller() principal: Principal,
    @Param() path: PolicyPath,
    @Query() query: ReadQueryingPolicyQuery,
  ) {
    const policy = await this.readPolicies.one(principal, path.policy_id, query.network_id);
    return toQueryingPolicyRecord(policy);
  }

  @Put(':policy_id/configuration')
  @Operation({
    summary: 'Configure, publish or archive a querying policy',
    description:
      'Saves the next version. An omitted member is unchanged; `model_selections` replaces the whole list, and `[]` clears it. `status` alone publishes, archives or returns to draft.',
    answer: QueryingPolicyRecord,
    example: QUERYING_CONFIGURATION_EXAMPLE,
    refusals: {
      VALIDATION_ERROR: 'a selection names an unknown model or field, or contradicts itself',
      ...NOT_GOVERNED,
      ...NOT_FOUND,
      RESOURCE_CONFLICT: 'the version is not the expected one, or the name is taken',
    },
  })
  async configure(
    @Caller() principal: Principal,
    @Param() path: PolicyPath,
    @Body() body: ConfigureQueryingPolicyDto,
  ) {
    const policy = await this.configurePolicy.run(principal, path.policy_id, {
      name: body.name,
      isDefault: body.is_default,
      enforced: body.enforced,
      status: body.status,
      modelSelections: body.model_selections,
      expectedVersion: body.expected_version,
    });
    return toQueryingPolicyRecord(policy);
  }
}
