import type { Principal } from '@ndx/contracts';
import { instantOf, wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { FurnishingTerms } from '../domain/furnishing-policy.js';
import { ConfigureFurnishingPolicy } from '../use-cases/configure-furnishing-policy.js';
import { CreateFurnishingPolicy } from '../use-cases/create-furnishing-policy.js';
import { ReadFurnishingPolicies } from '../use-cases/read-furnishing-policies.js';
import {
  ConfigureFurnishingPolicyDto,
  CreateFurnishingPolicyDto,
  FurnishingPolicyRecord,
  ReadFurnishingPolicyQuery,
  toFurnishingPolicyRecord,
} from './furnishing-policy.dto.js';
import { FURNISHING_CONFIGURATION_EXAMPLE, FURNISHING_POLICY_EXAMPLE } from './examples.js';
import { ListPoliciesQuery, PolicyPath } from './policy-path.dto.js';
import { LIST_REFUSALS, NOT_FOUND, NOT_GOVERNED } from './refusals.js';

const RULES =
  '`policy_metadata` may name `required_fields` (`model.field`), `attestation_required` and `max_age_days`.';

@Controller('v1/networks/policies/furnishing')
export class FurnishingPoliciesController {
  constructor(
    private readonly createPolicy: CreateFurnishingPolicy,
    private readonly configurePolicy: ConfigureFurnishingPolicy,
    private readonly readPolicies: ReadFurnishingPolicies,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Create a furnishing policy, or the next version of one',
    description: `A draft until \`active_on\`. ${RULES}`,
    answer: FurnishingPolicyRecord,
    example: FURNISHING_POLICY_EXAMPLE,
    refusals: {
      VALIDATION_ERROR: 'the product, a rule or the order of its dates is not valid',
      ...NOT_GOVERNED,
      RESOURCE_CONFLICT: 'the network has a draft of that name for the product',
    },
  })
  async create(@Caller() principal: Principal, @Body() body: CreateFurnishingPolicyDto) {
    const policy = await this.createPolicy.run(principal, {
      networkId: body.network_id,
      productId: body.product_id,
      schemaVersion: body.schema_version,
      terms: {
        sourceDefaultSlug: null,
        activeOn: null,
        deprecatedOn: null,
        policyMetadata: {},
        ...termsOf(body),
        name: body.name,
      },
    });
    return toFurnishingPolicyRecord(policy);
  }

  @Get()
  @Operation({
    summary: "List a network's furnishing policies, newest first",
    answer: wire.listOf(FurnishingPolicyRecord),
    refusals: LIST_REFUSALS,
  })
  async list(@Caller() principal: Principal, @Query() query: ListPoliciesQuery) {
    const policies = await this.readPolicies.list(principal, {
      networkId: query.network_id,
      productId: query.product_id,
    });
    return policies.map(toFurnishingPolicyRecord);
  }

  @Get(':policy_id')
  @Operation({
    summary: 'Read a furnishing policy',
    answer: FurnishingPolicyRecord,
    refusals: NOT_FOUND,
  })
  async read(
    @Caller() principal: Principal,
    @Param() path: PolicyPath,
    @Query() query: ReadFurnishingPolicyQuery,
  ) {
    const policy = await this.readPolicies.one(principal, path.policy_id, query.network_id);
    return toFurnishingPolicyRecord(policy);
  }

  @Put(':policy_id/configuration')
  @Operation({
    summary: 'Change a draft of a furnishing policy, or the end of an active one',
    description: `Only what is given changes; null takes a value away. ${RULES}`,
    answer: FurnishingPolicyRecord,
    example: FURNISHING_CONFIGURATION_EXAMPLE,
    refusals: {
      VALIDATION_ERROR: 'a rule or the order of its dates is not valid',
      ...NOT_GOVERNED,
      ...NOT_FOUND,
      RESOURCE_CONFLICT:
        'it governs or has governed, its version is not the expected one, or the name is taken',
    },
  })
  async configure(
    @Caller() principal: Principal,
    @Param() path: PolicyPath,
    @Body() body: ConfigureFurnishingPolicyDto,
  ) {
    const policy = await this.configurePolicy.run(principal, path.policy_id, {
      changes: termsOf(body),
      expectedVersion: body.expected_version,
    });
    return toFurnishingPolicyRecord(policy);
  }
}

/** The terms that a body names, and no others. */
function termsOf(
  body: CreateFurnishingPolicyDto | ConfigureFurnishingPolicyDto,
): Partial<FurnishingTerms> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.source_default_slug !== undefined && { sourceDefaultSlug: body.source_default_slug }),
    ...(body.active_on !== undefined && { activeOn: momentOf(body.active_on) }),
    ...(body.deprecated_on !== undefined && { deprecatedOn: momentOf(body.deprecated_on) }),
    ...(body.policy_metadata !== undefined && { policyMetadata: body.policy_metadata }),
  };
}

function momentOf(value: string | null): Date | null {
  return value === null ? null : instantOf(value);
}
