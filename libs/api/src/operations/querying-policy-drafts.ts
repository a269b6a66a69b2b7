import {
  CONSENT_DEMANDS,
  EXAMPLE_IDS,
  PERMISSIBLE_PURPOSES,
  QUERYING_POLICY_DRAFT_STATUSES,
} from '@ndx/contracts';
import { IsIn, IsInt, IsOptional, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsInstant, Omittable, Sha256, Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import { DraftApproval } from './comparison-shape.js';
import { EXAMPLE_MODEL, NOT_FOUND, PolicyPath, QUERYING_POLICIES } from './policy-shapes.js';
import { CompleteModelSelection, QueryingPolicyRecord } from './querying-policies.js';
import { QueryingTermsDto } from './querying-configuration-shape.js';

/** An omitted member is as in the policy. */
class SaveQueryingPolicyDraftDto extends QueryingTermsDto {
  /** The version of the policy that the author read. */
  @Min(1)
  @IsInt()
  readonly base_version!: number;

  @Omittable()
  @IsIn(QUERYING_POLICY_DRAFT_STATUSES)
  readonly status?: (typeof QUERYING_POLICY_DRAFT_STATUSES)[number];

  /** The draft that the author read; null or no member: there was none. */
  @IsOptional()
  @Sha256()
  readonly expected_digest?: string | null;

  @IsOptional()
  @Text(2_000)
  readonly comment?: string | null;
}

class DraftDigestQuery {
  @Sha256()
  readonly digest!: string;
}

class ApproveQueryingPolicyDraftDto {
  @Sha256()
  readonly digest!: string;
}

class PublishQueryingPolicyDraftDto {
  @Sha256()
  readonly digest!: string;

  @Omittable()
  @Text(2_000)
  readonly break_glass_reason?: string;
}

class ScheduleQueryingPolicyDraftDto {
  @Sha256()
  readonly digest!: string;

  @IsInstant()
  readonly publish_at!: string;
}

const DraftSchedule = wire.record('DraftSchedule', {
  publish_at: wire.timestamp,
  scheduled_at: wire.timestamp,
  account_id: wire.uuid,
  entity_id: wire.uuid,
  failure: wire.nullable(
    wire.record('DraftScheduleFailure', { failed_at: wire.timestamp, reason: wire.text }),
  ),
});

const QueryingPolicyDraft = wire.record('QueryingPolicyDraft', {
  policy_id: wire.uuid,
  network_id: wire.uuid,
  product_id: wire.uuid,
  base_version: wire.count,
  name: wire.text,
  status: wire.oneOf(QUERYING_POLICY_DRAFT_STATUSES),
  is_default: wire.flag,
  enforced: wire.flag,
  model_selections: wire.listOf(CompleteModelSelection),
  consent: wire.nullable(wire.oneOf(CONSENT_DEMANDS)),
  permissible_purposes: wire.listOf(wire.oneOf(PERMISSIBLE_PURPOSES)),
  comment: wire.nullable(wire.text),
  /** Digest in hexadecimal of what the draft would publish, in the canonical form of RFC 8785. */
  digest: wire.text,
  entity_id: wire.uuid,
  account_id: wire.uuid,
  saved_at: wire.timestamp,
  editor_account_ids: wire.listOf(wire.uuid),
  approval: wire.nullable(DraftApproval),
  schedule: wire.nullable(DraftSchedule),
});

const ITEM = `${QUERYING_POLICIES}/{policy_id}/draft` as const;
const COMMON = {
  service: 'policy',
  permission: 'policy:write',
  answer: QueryingPolicyDraft,
} as const;
const FOR_GOVERNORS = ['role_missing', ...NOT_FOUND] as const;
const OF_CONTENT = ['unknown_field', 'unknown_institution', 'invalid_policy'] as const;

export const readQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'readQueryingPolicyDraft',
  method: 'GET',
  path: ITEM,
  permission: 'policy:read',
  summary: 'Read the draft of a querying policy',
  description: 'For governors of the network.',
  request: { path: PolicyPath },
  refusals: [...FOR_GOVERNORS, 'draft_not_found'],
  words: {
    'QueryingPolicyDraft.policy_id': [
      'The policy that the draft would change.',
      EXAMPLE_IDS.policy,
    ],
    base_version: ['The version of the policy on which the draft is based.', 1],
    'QueryingPolicyDraft.name': ['The name that the policy would have.', 'Attested identity'],
    'QueryingPolicyDraft.status': 'The status that the policy would have.',
    'QueryingPolicyDraft.consent':
      'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
    'QueryingPolicyDraft.comment': [
      "The author's explanation of the change, if any.",
      'Requires an attestation',
    ],
    'QueryingPolicyDraft.digest': [
      'SHA-256 in hexadecimal of `policy_id`, `base_version`, `comment`, and of the members that `PUT .../configuration` sets, as one object in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
    'QueryingPolicyDraft.entity_id': ['The institution of the author.', EXAMPLE_IDS.operator],
    'QueryingPolicyDraft.account_id': [
      'The author: the account that saved the draft last.',
      EXAMPLE_IDS.account,
    ],
    'QueryingPolicyDraft.saved_at': [
      'The time at which the draft was saved last.',
      '2026-01-15T09:30:00.000Z',
    ],
    editor_account_ids: [
      'The accounts that saved the draft or one that it replaced: none of them can approve it.',
      [EXAMPLE_IDS.account],
    ],
    'QueryingPolicyDraft.schedule':
      'The time at which the draft is published without another request; null if there is none.',
    'DraftSchedule.publish_at': [
      'The time from which the draft becomes the next version, within seconds.',
      '2026-02-01T00:00:00.000Z',
    ],
    scheduled_at: ['The time of the request.', '2026-01-15T09:50:00.000Z'],
    'DraftSchedule.account_id': [
      'The account that scheduled the publication.',
      EXAMPLE_IDS.account,
    ],
    'DraftSchedule.entity_id': ['The institution of that account.', EXAMPLE_IDS.operator],
    'DraftSchedule.failure': 'Why the draft was not published at that time; null before.',
    'DraftScheduleFailure.failed_at': [
      'The time of the attempt; there is no other.',
      '2026-02-01T00:00:00.400Z',
    ],
    'DraftScheduleFailure.reason': [
      'The `reason` that a publication would have been refused with.',
      'base_version_moved',
    ],
    'QueryingPolicyDraft.approval': 'The approval in force; null if there is none.',
    'DraftApproval.account_id': ['The account that approved the draft.', EXAMPLE_IDS.account],
    'DraftApproval.entity_id': ['The institution of that account.', EXAMPLE_IDS.operator],
    approved_at: ['The time of the approval.', '2026-01-15T09:45:00.000Z'],
    'DraftApproval.summary': 'The comparison of the draft with the policy that was approved.',
    summary_digest: [
      'SHA-256 in hexadecimal of `summary` in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
    'ApprovedSummary.effect': 'The effect of all changes together.',
    'ApprovedSummary.explanation': [
      'The effect in a sentence for people, which may change.',
      'Answers of the product can release less, and nothing that they could not release before.',
    ],
    'ApprovedSummary.models': 'The models with a change.',
    'ApprovedSummary.changes': 'The changed members.',
  },
});

export const saveQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'saveQueryingPolicyDraft',
  method: 'PUT',
  path: ITEM,
  summary: 'Save the draft of a querying policy',
  description:
    'A policy has at most one draft, which applies to no query. The request replaces it: an omitted member is as in the policy. `base_version` must be the version of the policy, and `expected_digest` the draft that the request replaces, so that no change is overwritten unread.',
  request: { path: PolicyPath, body: SaveQueryingPolicyDraftDto },
  example: {
    base_version: 1,
    comment: 'Requires an attestation',
    model_selections: [{ model_name: EXAMPLE_MODEL, attestation_required: true }],
  },
  refusals: [...OF_CONTENT, ...FOR_GOVERNORS, 'base_version_moved', 'draft_changed'],
  words: {
    'SaveQueryingPolicyDraft.name': ['A new name.', 'Attested identity'],
    'SaveQueryingPolicyDraft.status':
      'The status that the publication gives the policy: `published`, the default, or `archived`, which takes it out of force.',
    'SaveQueryingPolicyDraft.consent':
      'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
    'SaveQueryingPolicyDraft.comment': [
      'An explanation of the change, for the other governors.',
      'Requires an attestation',
    ],
    expected_digest: [
      'The `digest` of the draft that the request replaces; null or no member if there was none.',
      EXAMPLE_HASH,
    ],
  },
});

export const discardQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'discardQueryingPolicyDraft',
  method: 'DELETE',
  path: ITEM,
  summary: 'Discard the draft of a querying policy',
  description: 'Answers with the draft as it was.',
  request: { path: PolicyPath, query: DraftDigestQuery },
  refusals: [...FOR_GOVERNORS, 'draft_not_found', 'draft_changed'],
  words: {
    'DraftDigestQuery.digest': ['The `digest` of the draft that the caller read.', EXAMPLE_HASH],
  },
});

export const approveQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'approveQueryingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/approve`,
  summary: 'Approve the draft of a querying policy',
  description:
    "By a governor's account that is not in `editor_account_ids`. The answer has the approval, and in it the comparison of the draft with the policy, as the server computed it. The approval is for the draft with the digest alone: a change of the draft, of the policy or of the effect ends it. A repeated request confirms the approval; the approval of a third account replaces it.",
  request: { path: PolicyPath, body: ApproveQueryingPolicyDraftDto },
  refusals: [
    ...FOR_GOVERNORS,
    'own_draft',
    'draft_not_found',
    'draft_changed',
    'base_version_moved',
  ],
  words: {
    'ApproveQueryingPolicyDraft.digest': ['The `digest` of the draft to approve.', EXAMPLE_HASH],
  },
});

export const publishQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'publishQueryingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/publish`,
  summary: 'Publish the draft of a querying policy',
  description:
    'The draft becomes the next version, which applies to every query that starts after the answer. It is rejected if the policy has a later version than `base_version`, or if the draft keeps it as the default and another policy has become that since. In a network with `policy_changes` `reviewed`, it needs an approval in force; with `break_glass_reason` it does not, and the version, the audit log and a metric with an alert record that. A repeated request confirms the publication.',
  request: { path: PolicyPath, body: PublishQueryingPolicyDraftDto },
  answer: QueryingPolicyRecord,
  refusals: [
    ...OF_CONTENT,
    ...FOR_GOVERNORS,
    'draft_not_found',
    'draft_changed',
    'base_version_moved',
    'approval_required',
    'already_exists',
  ],
  words: {
    'PublishQueryingPolicyDraft.digest': ['The `digest` of the draft to publish.', EXAMPLE_HASH],
    'PublishQueryingPolicyDraft.break_glass_reason': [
      'Why the publication cannot wait for an approval; not used where it needs none.',
      'Answers release data of the wrong subjects.',
    ],
  },
});

export const scheduleQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'scheduleQueryingPolicyDraft',
  method: 'PUT',
  path: `${ITEM}/schedule`,
  summary: 'Schedule the publication of a draft',
  description:
    'From `publish_at`, the draft becomes the next version once, within seconds, in the name of the account that scheduled it. It must be publishable now, and is checked again then: where it cannot be published, or the account is suspended or no governor any more, `schedule.failure` and the audit log have the reason. A saved draft has no schedule. A repeated request confirms the first.',
  request: { path: PolicyPath, body: ScheduleQueryingPolicyDraftDto },
  example: { digest: EXAMPLE_HASH, publish_at: '2036-02-01T00:00:00Z' },
  refusals: [
    'invalid_window',
    ...FOR_GOVERNORS,
    'draft_not_found',
    'draft_changed',
    'base_version_moved',
    'approval_required',
  ],
  words: {
    'ScheduleQueryingPolicyDraft.digest': ['The `digest` of the draft to publish.', EXAMPLE_HASH],
    'ScheduleQueryingPolicyDraft.publish_at': ['A time in the future.', '2036-02-01T00:00:00Z'],
  },
});

export const unscheduleQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'unscheduleQueryingPolicyDraft',
  method: 'DELETE',
  path: `${ITEM}/schedule`,
  summary: 'Withdraw the schedule of a draft',
  description:
    'The draft stays, and its approval. Confirms where there is no schedule, or where its publication failed.',
  request: { path: PolicyPath, query: DraftDigestQuery },
  refusals: [...FOR_GOVERNORS, 'draft_not_found', 'draft_changed'],
});

/** The operations in the order of the OpenAPI document. */
export const QUERYING_POLICY_DRAFT_OPERATIONS = [
  readQueryingPolicyDraft,
  saveQueryingPolicyDraft,
  discardQueryingPolicyDraft,
  approveQueryingPolicyDraft,
  publishQueryingPolicyDraft,
  scheduleQueryingPolicyDraft,
  unscheduleQueryingPolicyDraft,
];
