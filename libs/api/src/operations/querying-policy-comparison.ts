import { EXAMPLE_IDS, QUERYING_POLICY_STATUSES } from '@ndx/contracts';
import type { QueryingPolicyStatus } from '@ndx/contracts';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Omittable } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { COMPARISON_SUMMARY } from './comparison-shape.js';
import { EXAMPLE_MODEL, NOT_FOUND, PolicyPath, QUERYING_POLICIES } from './policy-shapes.js';
import { QueryingTermsDto } from './querying-configuration-shape.js';

/** A configuration as it would be saved: an omitted member is unchanged. */
class CompareQueryingPolicyDto extends QueryingTermsDto {
  @Omittable()
  @IsIn(QUERYING_POLICY_STATUSES)
  readonly status?: QueryingPolicyStatus;

  /** The stored version whose members are compared where the request omits them. */
  @Omittable()
  @Max(2 ** 31 - 1)
  @Min(1)
  @IsInt()
  readonly version?: number;

  /** The stored version with which they are compared. */
  @Omittable()
  @Max(2 ** 31 - 1)
  @Min(1)
  @IsInt()
  readonly base_version?: number;
}

/** The effect of a change on what answers can release. */
const QueryingPolicyComparison = wire.record('QueryingPolicyComparison', {
  policy_id: wire.uuid,
  /** The version of the policy, with which the configuration is compared. */
  policy_version: wire.count,
  ...COMPARISON_SUMMARY,
});

export const compareQueryingPolicy = declareOperation({
  id: 'compareQueryingPolicy',
  method: 'POST',
  path: `${QUERYING_POLICIES}/{policy_id}/comparison`,
  service: 'policy',
  permission: 'policy:read',
  changesNothing: true,
  summary: 'Compare a configuration with a querying policy',
  description:
    'Compares the policy, or its stored `base_version`, with a configuration as `PUT .../configuration` would save it, for governors, or with a stored `version`, for every member, by the records and fields that answers can release to queries of the product: `equal`, `narrower` (nothing more), `wider` (nothing less), or `different` where neither is certain. Which record an answer prefers can change with each of them. Answers of a bundle that reads the data are not compared. Nothing is saved.',
  request: { path: PolicyPath, body: CompareQueryingPolicyDto },
  answer: QueryingPolicyComparison,
  example: { model_selections: [{ model_name: EXAMPLE_MODEL, max_age_days: 365 }] },
  refusals: [
    'unknown_field',
    'unknown_institution',
    'invalid_policy',
    'role_missing',
    ...NOT_FOUND,
  ],
  words: {
    'CompareQueryingPolicy.name': ['The name in the configuration.', 'Attested identity'],
    'CompareQueryingPolicy.status': 'The status in the configuration.',
    'CompareQueryingPolicy.consent':
      'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
    'CompareQueryingPolicy.version': [
      'The stored version whose members are compared where the request omits them, its status only beside `base_version`; by default the latest.',
      1,
    ],
    'CompareQueryingPolicy.base_version': [
      'The stored version with which the configuration is compared, with the status that it had; by default the latest.',
      2,
    ],
    'QueryingPolicyComparison.policy_version': [
      'The version of the policy with which the configuration was compared.',
      2,
    ],
    'QueryingPolicyComparison.policy_id': ['The id of the policy.', EXAMPLE_IDS.policy],
    'QueryingPolicyComparison.effect': 'The effect of all changes together.',
    'QueryingPolicyComparison.explanation': [
      'The effect in a sentence for people, which may change.',
      'Answers of the product can release less, and nothing that they could not release before.',
    ],
    'QueryingPolicyComparison.models': 'The models with a change.',
    'QueryingPolicyComparison.changes': 'The changed members.',
    'ComparedModel.model_name': ['The section, or the template.', EXAMPLE_MODEL],
    'ComparedModel.effect': 'The effect of the changes of the model.',
    'ComparedModel.fields': 'The fields with a change.',
    'ComparedField.field_name': ['The field.', 'business_entity_type'],
    'ComparedField.effect': 'The effect of the changes of the field.',
    'PolicyChange.model_name': [
      'The section, or the template; null for a member of the configuration.',
      EXAMPLE_MODEL,
    ],
    'PolicyChange.field_name': [
      'The field; null for a member of the model.',
      'business_entity_type',
    ],
    'PolicyChange.member': ['The changed member.', 'accepted_values'],
    'PolicyChange.effect': 'The effect of the change.',
    'PolicyChange.before': [
      'The rule of the policy, in a sentence for people.',
      'An answer can use a record with any value of business_identity_verification.business_entity_type, or none.',
    ],
    'PolicyChange.after': [
      'The rule of the configuration, in a sentence for people.',
      'An answer needs a record with "llc" as business_identity_verification.business_entity_type.',
    ],
    'PolicyChange.note': [
      'Why the two rules by themselves would have another effect; null if they would not.',
      'A dispute of a field excludes a record only where the field is visible.',
    ],
  },
});
