import { CONSENT_DEMANDS, EXAMPLE_IDS, PERMISSIBLE_PURPOSES } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
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
import { EXAMPLE_MODEL, PolicyPath, QUERYING_POLICIES } from './policy-shapes.js';
import { CompleteModelSelection, QueryingPolicyRecord } from './querying-policies.js';
import { QueryingTermsDto } from './querying-configuration-shape.js';

/** An omitted member is as in the policy. */
class SaveQueryingPolicyDraftDto extends QueryingTermsDto implements DraftBaseDto {
  @BaseVersion()
  readonly base_version!: number;

  @DraftStatus()
  readonly status?: DraftBaseDto['status'];

  @ExpectedDigest()
  readonly expected_digest?: string | null;

  @DraftComment()
  readonly comment?: string | null;
}

const QueryingPolicyDraft = wire.record('QueryingPolicyDraft', {
  ...DRAFT_MEMBERS,
  name: wire.text,
  is_default: wire.flag,
  enforced: wire.flag,
  model_selections: wire.listOf(CompleteModelSelection),
  consent: wire.nullable(wire.oneOf(CONSENT_DEMANDS)),
  permissible_purposes: wire.listOf(wire.oneOf(PERMISSIBLE_PURPOSES)),
});

const ITEM = `${QUERYING_POLICIES}/{policy_id}/draft` as const;
const COMMON = {
  service: 'policy',
  permission: 'policy:write',
  answer: QueryingPolicyDraft,
} as const;
const SUMMARY_DIGEST = [
  'SHA-256 in hexadecimal of `summary` in the canonical form of RFC 8785.',
  EXAMPLE_HASH,
] as const;
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
    ...draftWords('QueryingPolicyDraft'),
    base_version: ['The version of the policy on which the draft is based.', 1],
    'QueryingPolicyDraft.name': ['The name that the policy would have.', 'Attested identity'],
    'QueryingPolicyDraft.status': 'The status that the policy would have.',
    'QueryingPolicyDraft.consent':
      'The requirement of a query: a recorded consent in force, or such a consent or a permissible purpose. Null: the default of the product.',
    'QueryingPolicyDraft.digest': [
      'SHA-256 in hexadecimal of `policy_id`, `base_version`, `comment`, and of the members that `PUT .../configuration` sets, as one object in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
    editor_account_ids: [
      'The accounts that saved the draft or one that it replaced: none of them can approve it.',
      [EXAMPLE_IDS.account],
    ],
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
    'DraftSubmission.account_id': ['The account that submitted the draft.', EXAMPLE_IDS.account],
    'DraftSubmission.entity_id': ['The institution of that account.', EXAMPLE_IDS.operator],
    'DraftSubmission.summary': 'What the draft does, as the server computed it then.',
    'DraftSubmission.summary_digest': SUMMARY_DIGEST,
    submitted_at: ['The time of the submission.', '2026-01-15T09:40:00.000Z'],
    'DraftApproval.account_id': ['The account that approved the draft.', EXAMPLE_IDS.account],
    'DraftApproval.entity_id': ['The institution of that account.', EXAMPLE_IDS.operator],
    approved_at: ['The time of the approval.', '2026-01-15T09:45:00.000Z'],
    'DraftApproval.summary': 'The submitted summary that was approved.',
    'DraftApproval.summary_digest': SUMMARY_DIGEST,
    'DraftSummary.draft_digest': ['The `digest` of the draft.', EXAMPLE_HASH],
    'DraftSummary.effect': 'The effect of all changes together.',
    'DraftSummary.explanation': [
      'The effect in a sentence for people, which may change.',
      'Answers of the product can release less, and nothing that they could not release before.',
    ],
    'DraftSummary.models': 'The models with a change.',
    'DraftSummary.changes': 'The changed members.',
    'DraftSummary.simulation':
      'The newest completed simulation, until the submission, of exactly the members of the draft, if every governor of the network may read it; null if there is none, and for furnishing policies.',
    'SummarySimulation.simulation_id': ['The simulation.', EXAMPLE_IDS.simulation],
    'SummarySimulation.from': ['The start of the period, inclusive.', '2026-01-01T00:00:00.000Z'],
    'SummarySimulation.to': ['The end of the period, exclusive.', '2026-02-01T00:00:00.000Z'],
    'SummarySimulation.ended_at': [
      'The time at which it was completed.',
      '2026-02-01T09:31:00.000Z',
    ],
    'SummarySimulation.simulated_queries': ['The queries that were simulated.', 1_000],
    'SummarySimulation.changed_queries': ['The simulated queries whose answer changes.', 12],
    'SummarySimulation.lost_answers': ['The 200s that would be a 204 or a 403.', 12],
    'SummarySimulation.gained_answers': ['The 204s that would be a 200.', 1],
    not_simulated_queries: [
      'The queries of the period whose answer under the draft is not known: `not_governed`, `not_recorded` and `record_missing` of the simulation.',
      0,
    ],
    'DraftSummary.record_simulation':
      'The simulation of a furnishing policy over past records, whose counts the author stated and the server did not check; null if the author stated none, and for querying policies.',
    stated_by_account_id: ['The account that stated the counts.', EXAMPLE_IDS.account],
    'StatedRecordSimulation.from': [
      'The start of the period, inclusive.',
      '2026-01-01T00:00:00.000Z',
    ],
    'StatedRecordSimulation.to': ['The end of the period, exclusive.', '2026-02-01T00:00:00.000Z'],
    'StatedRecordSimulation.examined_records': [
      'The past records that were decided again. The network had accepted each; it does not store refused ones.',
      1_000,
    ],
    'StatedRecordSimulation.accepted_records': ['Those that the draft accepts.', 988],
    'StatedRecordSimulation.refused_records': ['Those that the draft refuses.', 12],
    'DraftSummary.tests':
      'The results under the draft of the tests that the policy carries; empty for a draft that archives the policy, and for furnishing policies.',
    'SummaryTest.name': ['The name of the test.', 'a limited company is issued'],
    'SummaryTest.digest': ['SHA-256 of the test in hexadecimal.', EXAMPLE_HASH],
    'SummaryTest.passed': 'Whether it passed.',
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
  refusals: [...OF_DRAFT],
  words: {
    'DraftDigestQuery.digest': ['The `digest` of the draft that the caller read.', EXAMPLE_HASH],
  },
});

export const submitQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'submitQueryingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/submit`,
  summary: 'Submit the draft of a querying policy for approval',
  description: SUBMIT_DESCRIPTION,
  request: { path: PolicyPath, body: SubmitPolicyDraftDto },
  refusals: [...OF_DRAFT, 'not_draft_editor', 'base_version_moved'],
  words: {
    'SubmitPolicyDraft.digest': ['The `digest` of the draft to submit.', EXAMPLE_HASH],
  },
});

export const approveQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'approveQueryingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/approve`,
  summary: 'Approve the draft of a querying policy',
  description: APPROVE_DESCRIPTION,
  request: { path: PolicyPath, body: ApprovePolicyDraftDto },
  refusals: [...OF_DRAFT, 'own_draft', 'base_version_moved', 'not_submitted', 'summary_changed'],
  words: {
    'ApprovePolicyDraft.digest': ['The `digest` of the draft to approve.', EXAMPLE_HASH],
    'ApprovePolicyDraft.summary_digest': [
      'The `summary_digest` of `submission` that the caller read.',
      EXAMPLE_HASH,
    ],
  },
});

export const publishQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'publishQueryingPolicyDraft',
  method: 'POST',
  path: `${ITEM}/publish`,
  summary: 'Publish the draft of a querying policy',
  description:
    'The draft becomes the next version, which applies to every query that starts after the answer. It is rejected if the policy has a later version than `base_version`, or if the draft keeps it as the default and another policy has become that since. In a network with `policy_changes` `reviewed`, it needs an approval in force; with `break_glass_reason` it does not, and the version, the audit log and a metric with an alert record that. A publication that leaves the policy published runs the tests that the policy carries: it is rejected when one fails, and `errors` has each failed test; `break_glass_reason` publishes nevertheless, and the version names the failed tests. A repeated request confirms the publication.',
  request: { path: PolicyPath, body: PublishPolicyDraftDto },
  answer: QueryingPolicyRecord,
  refusals: [
    ...OF_CONTENT,
    ...OF_DRAFT,
    'base_version_moved',
    'approval_required',
    'tests_failed',
    'already_exists',
  ],
  words: {
    'PublishPolicyDraft.digest': ['The `digest` of the draft to publish.', EXAMPLE_HASH],
    'PublishPolicyDraft.break_glass_reason': [
      'Why the publication cannot wait for an approval, or for tests to pass; not used where it needs neither.',
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
  description: SCHEDULE_DESCRIPTION,
  request: { path: PolicyPath, body: SchedulePolicyDraftDto },
  example: { digest: EXAMPLE_HASH, publish_at: '2036-02-01T00:00:00Z' },
  refusals: [
    'invalid_window',
    ...OF_DRAFT,
    'base_version_moved',
    'approval_required',
    'tests_failed',
  ],
  words: {
    'SchedulePolicyDraft.digest': ['The `digest` of the draft to publish.', EXAMPLE_HASH],
    'SchedulePolicyDraft.publish_at': ['A time in the future.', '2036-02-01T00:00:00Z'],
  },
});

export const unscheduleQueryingPolicyDraft = declareOperation({
  ...COMMON,
  id: 'unscheduleQueryingPolicyDraft',
  method: 'DELETE',
  path: `${ITEM}/schedule`,
  summary: 'Withdraw the schedule of a draft',
  description: UNSCHEDULE_DESCRIPTION,
  request: { path: PolicyPath, query: DraftDigestQuery },
  refusals: [...OF_DRAFT],
});

/** The operations in the order of the OpenAPI document. */
export const QUERYING_POLICY_DRAFT_OPERATIONS = [
  readQueryingPolicyDraft,
  saveQueryingPolicyDraft,
  discardQueryingPolicyDraft,
  submitQueryingPolicyDraft,
  approveQueryingPolicyDraft,
  publishQueryingPolicyDraft,
  scheduleQueryingPolicyDraft,
  unscheduleQueryingPolicyDraft,
];
