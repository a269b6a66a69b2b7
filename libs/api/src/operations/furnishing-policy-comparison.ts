import { EXAMPLE_IDS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { COMPARISON_SUMMARY } from './comparison-shape.js';
import { FurnishingPolicyTermsDto } from './furnishing-policy-drafts.js';
import { FURNISHING_POLICIES, FURNISHING_RULES } from './furnishing-policies.js';
import { DraftStatus, FOR_GOVERNORS, type DraftBaseDto } from './policy-draft-shapes.js';
import { PolicyPath } from './policy-shapes.js';

/** The terms of a draft: an omitted member is as in the policy. */
class CompareFurnishingPolicyDto extends FurnishingPolicyTermsDto {
  @DraftStatus()
  readonly status?: DraftBaseDto['status'];
}

/** The effect of a publication on the records that are accepted. */
const FurnishingPolicyComparison = wire.record('FurnishingPolicyComparison', {
  policy_id: wire.uuid,
  policy_version: wire.count,
  /** The policy whose rules apply now; null: none. */
  applied_policy_id: wire.nullable(wire.uuid),
  ...COMPARISON_SUMMARY,
});

export const compareFurnishingPolicy = declareOperation({
  id: 'compareFurnishingPolicy',
  method: 'POST',
  path: `${FURNISHING_POLICIES}/{policy_id}/comparison`,
  service: 'policy',
  permission: 'policy:read',
  changesNothing: true,
  summary: 'Compare the terms of a draft with the rules that apply to records',
  description: `For governors. Compares the rules that apply now to records of the policy's product or template with the rules after a publication of these terms as a draft of the policy, by the records that the network accepts: \`equal\`, \`narrower\` (accepts none that it refuses now), \`wider\` (refuses none that it accepts now), or \`different\` where neither is certain. Nothing is saved. ${FURNISHING_RULES}`,
  request: { path: PolicyPath, body: CompareFurnishingPolicyDto },
  answer: FurnishingPolicyComparison,
  example: { policy_metadata: { max_age_days: 180 } },
  refusals: ['unknown_field', 'invalid_policy', 'invalid_window', ...FOR_GOVERNORS, 'policy_fixed'],
  words: {
    'CompareFurnishingPolicy.status':
      'The effect of the publication: `published`, the default, starts the next version; `archived` ends the policy.',
    'FurnishingPolicyComparison.policy_id': ['The id of the policy.', EXAMPLE_IDS.policy],
    'FurnishingPolicyComparison.policy_version': ['The version of the policy.', 2],
    'FurnishingPolicyComparison.applied_policy_id': [
      'The policy whose rules apply now, with which the terms were compared; null if there is none: the network accepts every record.',
      EXAMPLE_IDS.policy,
    ],
    'FurnishingPolicyComparison.effect': 'The effect of all changes together.',
    'FurnishingPolicyComparison.explanation': [
      'The effect in a sentence for people, which may change.',
      'The network can accept fewer records of the product, and none that it would have refused before.',
    ],
    'FurnishingPolicyComparison.models': 'The models with a change.',
    'FurnishingPolicyComparison.changes': 'The changed members.',
  },
});
