import { EXAMPLE_IDS, MAX_AGE_DAYS } from '@ndx/contracts';
import { IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Nested } from '../shapes/read-shape.js';
import { DocumentedAs, IsDateTime, Label, Omittable, Storable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { PublishedDraft } from './policy-draft-shapes.js';
import {
  EXAMPLE_MODEL,
  EXPECTED,
  EXAMPLE_PAIR,
  LIST_REFUSALS,
  ListPoliciesQuery,
  NOT_FOUND,
  PolicyPath,
} from './policy-shapes.js';
import { pageOf } from './page-shapes.js';

/** The acceptance rules; their values are validated with the data set (design 7). */
export class PolicyMetadataDto {
  @IsOptional()
  @DocumentedAs('requiredFields', { type: 'array', items: { type: 'string' } })
  @Storable()
  readonly required_fields?: unknown;

  @IsOptional()
  @DocumentedAs('attestationRequired', { type: 'boolean' })
  @Storable()
  readonly attestation_required?: unknown;

  @IsOptional()
  @DocumentedAs('maxAgeDays', { type: 'integer', minimum: 0, maximum: MAX_AGE_DAYS })
  @Storable()
  readonly max_age_days?: unknown;
}

/** The members that an author sets in both requests; null removes a value. */
abstract class FurnishingTermsDto {
  /** Set by the author: the slug of a default that the policy was created from. */
  @IsOptional()
  @Label()
  readonly source_default_slug?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly active_on?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly deprecated_on?: string | null;

  @Omittable()
  @ValidateNested()
  @Nested(() => PolicyMetadataDto)
  @IsObject()
  readonly policy_metadata?: PolicyMetadataDto;
}

/** Create input: the members of the record that an author sets (contract 2.6). */
class CreateFurnishingPolicyDto extends FurnishingTermsDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly product_id!: string;

  @Label()
  readonly name!: string;

  @Omittable()
  @Label()
  readonly schema_version?: string;

  /** A policy whose rules the new one has. */
  @Omittable()
  @Uuid()
  readonly copy_of?: string;
}

/** Only given members change. */
class ConfigureFurnishingPolicyDto extends FurnishingTermsDto {
  @Omittable()
  @Label()
  readonly name?: string;

  /** The version that the caller read; if it has changed, the request is a conflict. */
  @Omittable()
  @Min(1)
  @IsInt()
  readonly expected_version?: number;
}

class ReadFurnishingPolicyQuery {
  @Uuid()
  readonly network_id!: string;
}

/** The record (contract 2.6), and its network and product. */
export const FurnishingPolicyRecord = wire.record('FurnishingPolicy', {
  id: wire.uuid,
  name: wire.text,
  version: wire.count,
  schema_version: wire.text,
  entity_id: wire.uuid,
  network_id: wire.uuid,
  network_product_id: wire.uuid,
  product_id: wire.uuid,
  source_default_slug: wire.nullable(wire.text),
  active_on: wire.nullable(wire.timestamp),
  deprecated_on: wire.nullable(wire.timestamp),
  policy_metadata: wire.anyObject,
  created_at: wire.timestamp,
  updated_at: wire.timestamp,
  draft: wire.nullable(PublishedDraft),
  ending_draft: wire.nullable(PublishedDraft),
});

export const FURNISHING_POLICIES = '/v1/networks/policies/furnishing';

export const FURNISHING_RULES =
  '`policy_metadata` accepts `required_fields` (`model.field`), `attestation_required` and `max_age_days`; any other member is rejected.';

export const listFurnishingPolicies = declareOperation({
  id: 'listFurnishingPolicies',
  method: 'GET',
  path: FURNISHING_POLICIES,
  service: 'policy',
  permission: 'policy:read',
  summary: "List a network's furnishing policies, oldest first",
  request: { query: ListPoliciesQuery },
  answer: pageOf('FurnishingPolicyPage', FurnishingPolicyRecord),
  refusals: LIST_REFUSALS,
  words: {
    'FurnishingPolicy.id': ['The id of the policy.', EXAMPLE_IDS.policy],
    'FurnishingPolicy.entity_id': [
      'The institution that created the policy.',
      EXAMPLE_IDS.operator,
    ],
    'FurnishingPolicy.name': ['The name.', 'Recent verifications'],
    'FurnishingPolicy.version': ['The number of the version, from 1.', 1],
    source_default_slug: [
      'The slug of a default from which the policy was made, set by its author.',
      'recent-verifications',
    ],
    active_on: [
      'The time from which the policy applies; without it, a draft.',
      '2026-01-15T09:30:00.000Z',
    ],
    deprecated_on: [
      'The time from which it no longer applies, if any.',
      '2099-12-31T00:00:00.000Z',
    ],
    policy_metadata: ['The rules for accepting records.', { max_age_days: 365 }],
    'FurnishingPolicy.draft':
      'The draft that was published as the policy; null if it was saved at once, and unless the caller is a governor.',
    'FurnishingPolicy.ending_draft':
      'The draft whose publication ended the policy; null without one, and unless the caller is a governor.',
  },
});

export const createFurnishingPolicy = declareOperation({
  id: 'createFurnishingPolicy',
  method: 'POST',
  path: FURNISHING_POLICIES,
  service: 'policy',
  permission: 'policy:write',
  summary: 'Create a furnishing policy, or the next version of one',
  description: `The policy is a draft until \`active_on\`; in a network with \`policy_changes\` \`reviewed\`, its start is the publication of a draft. With \`copy_of\` it has the rules of another policy, of any network and product, as far as its own product has their fields; the members of \`policy_metadata\` replace copied ones. ${FURNISHING_RULES}`,
  request: { body: CreateFurnishingPolicyDto },
  answer: FurnishingPolicyRecord,
  example: {
    ...EXAMPLE_PAIR,
    name: 'Recent verifications',
    active_on: '2026-01-15T09:30:00Z',
    policy_metadata: {
      required_fields: [`${EXAMPLE_MODEL}.business_entity_type`],
      max_age_days: 365,
    },
  },
  refusals: [
    'unknown_product',
    'invalid_policy',
    'invalid_window',
    'role_missing',
    'review_required',
    'already_exists',
    ...NOT_FOUND,
  ],
  words: {
    'CreateFurnishingPolicy.name': [
      'The name; the name of an active policy makes its next version.',
      'Recent verifications',
    ],
    'CreateFurnishingPolicy.copy_of': [
      'A policy that the caller may read, whose rules the new one has.',
      EXAMPLE_IDS.policy,
    ],
    required_fields: [
      'The fields (`model.field`) that a record must have.',
      ['business_identity_verification.business_entity_type'],
    ],
  },
});

export const readFurnishingPolicy = declareOperation({
  id: 'readFurnishingPolicy',
  method: 'GET',
  path: `${FURNISHING_POLICIES}/{policy_id}`,
  service: 'policy',
  permission: 'policy:read',
  summary: 'Read a furnishing policy',
  request: { path: PolicyPath, query: ReadFurnishingPolicyQuery },
  answer: FurnishingPolicyRecord,
  refusals: NOT_FOUND,
});

export const configureFurnishingPolicy = declareOperation({
  id: 'configureFurnishingPolicy',
  method: 'PUT',
  path: `${FURNISHING_POLICIES}/{policy_id}/configuration`,
  service: 'policy',
  permission: 'policy:write',
  summary: 'Change a draft of a furnishing policy, or the end of an active one',
  description: `An omitted member is unchanged; null removes a value. In a network with \`policy_changes\` \`reviewed\`, a policy that has a start, or would have one, changes by its draft instead. ${FURNISHING_RULES}`,
  request: { path: PolicyPath, body: ConfigureFurnishingPolicyDto },
  answer: FurnishingPolicyRecord,
  example: { active_on: '2026-01-15T09:30:00Z', deprecated_on: '2099-12-31T00:00:00Z' },
  refusals: [
    'invalid_policy',
    'invalid_window',
    'role_missing',
    ...NOT_FOUND,
    'version_mismatch',
    'policy_fixed',
    'review_required',
    'already_exists',
  ],
  words: {
    'ConfigureFurnishingPolicy.name': ['A new name.', 'Recent verifications'],
    'ConfigureFurnishingPolicy.expected_version': [EXPECTED, 1],
  },
});

/** The operations in the order of the OpenAPI document. */
export const FURNISHING_POLICY_OPERATIONS = [
  listFurnishingPolicies,
  createFurnishingPolicy,
  readFurnishingPolicy,
  configureFurnishingPolicy,
];
