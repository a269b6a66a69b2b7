import { IsInt, IsObject, IsOptional, Min, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Nested } from '../shapes/read-shape.js';
import { IsDateTime, IsInstant, Omittable } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import {
  FurnishingPolicyRecord,
  FURNISHING_POLICIES,
  FURNISHING_RULES,
  PolicyMetadataDto,
} from './furnishing-policies.js';
import {
  APPROVE_DESCRIPTION,
  ApprovePolicyDraftDto,
  BaseVersion,
  DRAFT_MEMBERS,
  DraftComment,
  DraftDigestQuery,
  DraftStatus,
  ExpectedDigest,
  FOR_GOVERNORS,
  OF_DRAFT,
  PublishPolicyDraftDto,
  SCHEDULE_DESCRIPTION,
  SchedulePolicyDraftDto,
  SUBMIT_DESCRIPTION,
  SubmitPolicyDraftDto,
  UNSCHEDULE_DESCRIPTION,
  draftWords,
  type DraftBaseDto,
} from './policy-draft-shapes.js';
import { PolicyPath } from './policy-shapes.js';

/** The rules and the end of a draft. */
export abstract class FurnishingPolicyTermsDto {
  @IsOptional()
  @IsDateTime()
  readonly deprecated_on?: string | null;

  @Omittable()
  @ValidateNested()
  @Nested(() => PolicyMetadataDto)
  @IsObject()
  readonly policy_metadata?: PolicyMetadataDto;
}

/** An omitted member is as in the policy. */
class SaveFurnishingPolicyDraftDto extends FurnishingPolicyTermsDto implements DraftBaseDto {
  @BaseVersion()
  readonly base_version!: number;

  @DraftStatus()
  readonly status?: DraftBaseDto['status'];

  @ExpectedDigest()
  readonly expected_digest?: string | null;

  @DraftComment()
  readonly comment?: string | null;
}

/** The counts of a simulation, which stores nothing, as the author states them. */
class RecordSimulationStatementDto {
  @IsInstant()
  readonly from!: string;

  @IsInstant()
  readonly to!: string;

  @Min(0)
  @IsInt()
  readonly examined_records!: number;

  @Min(0)
  @IsInt()
  readonly accepted_records!: number;

  @Min(0)
  @IsInt()
  readonly refused_records!: number;
}

class SubmitFurnishingPolicyDraftDto extends SubmitPolicyDraftDto {
  @Omittable()
  @ValidateNested()
  @Nested(() => RecordSimulationStatementDto)
  @IsObject()
  readonly record_simulation?: RecordSimulationStatementDto;
}

const FurnishingPolicyDraft = wire.record('FurnishingPolicyDraft', {
  ...DRAFT_MEMBERS,
  deprecated_on: wire.nullable(wire.timestamp),
  policy_metadata: wire.anyObject,
});

const ITEM = `${FURNISHING_POLICIES}/{policy_id}/draft` as const;
const COMMON = {
  service: 'policy',
  permission: 'policy:write',
  answer: FurnishingPolicyDraft,
} as const;

export const readFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'readFurnishingPolicyDraft',
  method: 'GET',
  path: ITEM,
  permission: 'policy:read',
  summary: 'Read the draft of a furnishing policy',
  description: 'For governors of the network.',
  request: { path: PolicyPath },
  refusals: [...FOR_GOVERNORS, 'draft_not_found'],
  words: {
    ...draftWords('FurnishingPolicyDraft'),
    'FurnishingPolicyDraft.status':
      'The effect of the publication: `published` starts the next version, `archived` ends the policy.',
    'FurnishingPolicyDraft.digest': [
      'SHA-256 in hexadecimal of `policy_id`, `base_version`, `comment`, `status`, `deprecated_on` and `policy_metadata`, as one object in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
  },
});

export const saveFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'saveFurnishingPolicyDraft',
  method: 'PUT',
  path: ITEM,
  summary: 'Save the draft of a furnishing policy',
  description: `A policy has at most one draft, which applies to no record. The request replaces it: an omitted member is as in the policy. \`base_version\` must be the newest version of the policy's name, and \`expected_digest\` the draft that the request replaces, so that no change is overwritten unread. ${FURNISHING_RULES}`,
  request: { path: PolicyPath, body: SaveFurnishingPolicyDraftDto },
  example: { base_version: 1, comment: 'Recent data', policy_metadata: { max_age_days: 180 } },
  refusals: [
    'unknown_field',
    'invalid_policy',
    'invalid_window',
    ...FOR_GOVERNORS,
    'base_version_moved',
    'draft_changed',
    'policy_fixed',
  ],
  words: {
    'SaveFurnishingPolicyDraft.status':
      'The effect of the publication: `published`, the default, starts the next version; `archived` ends the policy.',
    'SaveFurnishingPolicyDraft.comment': [
      'An explanation of the change, for the other governors.',
      'Recent data',
    ],
  },
});

export const discardFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'discardFurnishingPolicyDraft',
  method: 'DELETE',
  path: ITEM,
  summary: 'Discard the draft of a furnishing policy',
  description: 'Answers with the draft as it was.',
  request: { path: PolicyPath, query: DraftDigestQuery },
  refusals: OF_DRAFT,
});

export const submitFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'submitFurnishingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/submit`,
  summary: 'Submit the draft of a furnishing policy for approval',
  description: `${SUBMIT_DESCRIPTION} The summary has \`record_simulation\` as the statement of the account.`,
  request: { path: PolicyPath, body: SubmitFurnishingPolicyDraftDto },
  refusals: [
    ...OF_DRAFT,
    'not_draft_editor',
    'base_version_moved',
    'invalid_window',
    'invalid_value',
  ],
  words: {
    'SubmitFurnishingPolicyDraft.digest': ['The `digest` of the draft to submit.', EXAMPLE_HASH],
    'SubmitFurnishingPolicyDraft.record_simulation':
      'The counts of `POST .../simulation` with the rules of the draft, added up by the caller.',
    'RecordSimulationStatement.from': [
      'The start of the period, inclusive.',
      '2026-01-01T00:00:00.000Z',
    ],
    'RecordSimulationStatement.to': [
      'The end of the period, exclusive.',
      '2026-02-01T00:00:00.000Z',
    ],
    'RecordSimulationStatement.examined_records': [
      'The number of accepted records plus the number of refused records.',
      1_000,
    ],
    'RecordSimulationStatement.accepted_records': ['Those that the draft accepts.', 988],
    'RecordSimulationStatement.refused_records': ['Those that the draft refuses.', 12],
  },
});

export const approveFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'approveFurnishingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/approve`,
  summary: 'Approve the draft of a furnishing policy',
  description: APPROVE_DESCRIPTION,
  request: { path: PolicyPath, body: ApprovePolicyDraftDto },
  refusals: [...OF_DRAFT, 'own_draft', 'base_version_moved', 'not_submitted', 'summary_changed'],
});

export const publishFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'publishFurnishingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/publish`,
  summary: 'Publish the draft of a furnishing policy',
  description:
    'The draft becomes the next version, which applies to every record that is furnished after the answer. The rules of a version that has started never change: its next version has another `id`, and the former version ends. A policy that has not started keeps its `id`. It is rejected if the name has a later version than `base_version`. In a network with `policy_changes` `reviewed`, it needs an approval in force; with `break_glass_reason` it does not, and the audit log and a metric with an alert record that; the reason is in `draft` of the answer, or in `ending_draft`. A repeated request confirms the publication.',
  request: { path: PolicyPath, body: PublishPolicyDraftDto },
  answer: FurnishingPolicyRecord,
  refusals: [
    'unknown_field',
    'invalid_policy',
    'invalid_window',
    ...OF_DRAFT,
    'base_version_moved',
    'approval_required',
    'policy_fixed',
  ],
});

export const scheduleFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'scheduleFurnishingPolicyDraft',
  method: 'PUT',
  path: `${ITEM}/schedule`,
  summary: 'Schedule the publication of a draft of a furnishing policy',
  description: SCHEDULE_DESCRIPTION,
  request: { path: PolicyPath, body: SchedulePolicyDraftDto },
  example: { digest: EXAMPLE_HASH, publish_at: '2036-02-01T00:00:00Z' },
  refusals: ['invalid_window', ...OF_DRAFT, 'base_version_moved', 'approval_required'],
});

export const unscheduleFurnishingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'unscheduleFurnishingPolicyDraft',
  method: 'DELETE',
  path: `${ITEM}/schedule`,
  summary: 'Withdraw the schedule of a draft of a furnishing policy',
  description: UNSCHEDULE_DESCRIPTION,
  request: { path: PolicyPath, query: DraftDigestQuery },
  refusals: OF_DRAFT,
});

/** The operations in the order of the OpenAPI document. */
export const FURNISHING_POLICY_DRAFT_OPERATIONS = [
  readFurnishingPolicyDraft,
  saveFurnishingPolicyDraft,
  discardFurnishingPolicyDraft,
  submitFurnishingPolicyDraft,
  approveFurnishingPolicyDraft,
  publishFurnishingPolicyDraft,
  scheduleFurnishingPolicyDraft,
  unscheduleFurnishingPolicyDraft,
];
