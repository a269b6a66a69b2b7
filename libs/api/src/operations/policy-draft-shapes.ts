import { EXAMPLE_IDS, QUERYING_POLICY_DRAFT_STATUSES } from '@ndx/contracts';
import { IsIn, IsInt, IsOptional, Min } from 'class-validator';
import { IsInstant, Omittable, Sha256, Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DraftApproval, DraftSubmission } from './comparison-shape.js';
import { NOT_FOUND } from './policy-shapes.js';

export class DraftDigestQuery {
  @Sha256()
  readonly digest!: string;
}

export class SubmitPolicyDraftDto {
  @Sha256()
  readonly digest!: string;
}

export class ApprovePolicyDraftDto {
  @Sha256()
  readonly digest!: string;

  /** Of the submitted summary that the caller read. */
  @Sha256()
  readonly summary_digest!: string;
}

export class PublishPolicyDraftDto {
  @Sha256()
  readonly digest!: string;

  @Omittable()
  @Text(2_000)
  readonly break_glass_reason?: string;
}

export class SchedulePolicyDraftDto {
  @Sha256()
  readonly digest!: string;

  @IsInstant()
  readonly publish_at!: string;
}

/** A draft that was published: who wrote it, and who approved it. */
export const PublishedDraft = wire.record('PublishedDraft', {
  digest: wire.text,
  author_account_id: wire.uuid,
  comment: wire.nullable(wire.text),
  approval: wire.nullable(DraftApproval),
  break_glass_reason: wire.nullable(wire.text),
  failed_tests: wire.listOf(wire.text),
});

const DraftSchedule = wire.record('DraftSchedule', {
  publish_at: wire.timestamp,
  scheduled_at: wire.timestamp,
  account_id: wire.uuid,
  entity_id: wire.uuid,
  failure: wire.nullable(
    wire.record('DraftScheduleFailure', { failed_at: wire.timestamp, reason: wire.text }),
  ),
});

/** The members of the drafts of both kinds of policies. */
export const DRAFT_MEMBERS = {
  policy_id: wire.uuid,
  network_id: wire.uuid,
  product_id: wire.uuid,
  base_version: wire.count,
  status: wire.oneOf(QUERYING_POLICY_DRAFT_STATUSES),
  comment: wire.nullable(wire.text),
  /** Digest in hexadecimal of what the draft would publish, in the canonical form of RFC 8785. */
  digest: wire.text,
  entity_id: wire.uuid,
  account_id: wire.uuid,
  saved_at: wire.timestamp,
  editor_account_ids: wire.listOf(wire.uuid),
  submission: wire.nullable(DraftSubmission),
  approval: wire.nullable(DraftApproval),
  schedule: wire.nullable(DraftSchedule),
};

/** Descriptions of the members that the drafts of both kinds have, with an example. */
export function draftWords(
  record: 'QueryingPolicyDraft' | 'FurnishingPolicyDraft' | 'OpenPolicyDraft',
) {
  return {
    [`${record}.policy_id`]: ['The policy that the draft would change.', EXAMPLE_IDS.policy],
    [`${record}.comment`]: [
      "The author's explanation of the change, if any.",
      'Requires an attestation',
    ],
    [`${record}.entity_id`]: ['The institution of the author.', EXAMPLE_IDS.operator],
    [`${record}.account_id`]: [
      'The author: the account that saved the draft last.',
      EXAMPLE_IDS.account,
    ],
    [`${record}.saved_at`]: [
      'The time at which the draft was saved last.',
      '2026-01-15T09:30:00.000Z',
    ],
    [`${record}.submission`]:
      'The summary that an editor submitted for approval; null until then. A saved draft has none.',
    [`${record}.approval`]: 'The approval in force; null if there is none.',
    [`${record}.schedule`]:
      'The time at which the draft is published without another request; null if there is none.',
  } as const;
}

export const FOR_GOVERNORS = ['role_missing', ...NOT_FOUND] as const;
/** Refusals of a request that names a draft by its digest. */
export const OF_DRAFT = [...FOR_GOVERNORS, 'draft_not_found', 'draft_changed'] as const;

export const SCHEDULE_DESCRIPTION =
  'From `publish_at`, the draft becomes the next version once, within seconds, in the name of the account that scheduled it. It must be publishable now, and is checked again then: where it cannot be published, or the account is suspended or no governor any more, `schedule.failure` and the audit log have the reason. A saved draft has no schedule. A repeated request confirms the first.';
export const SUBMIT_DESCRIPTION =
  'By an account in `editor_account_ids`. The server computes the summary of the draft and keeps it in `submission`: an approval is of exactly this object, by its digest. Submitting again computes it anew, and ends an approval of another summary. A repeated request confirms the submission.';
export const APPROVE_DESCRIPTION =
  "By a governor's account that is not in `editor_account_ids`. The answer has the approval, and in it the submitted summary. `summary_digest` must be that of `submission`, and the comparison and the results of the tests must still be those of the summary. A change of the draft, of the policy or of the effect ends the approval. A repeated request confirms it; the approval of a third account replaces it.";
export const UNSCHEDULE_DESCRIPTION =
  'The draft stays, and its approval. Confirms where there is no schedule, or where its publication failed.';

/** The members of a request that saves a draft; each kind of policy declares its own class. */
export interface DraftBaseDto {
  /** The version of the policy that the author read. */
  readonly base_version: number;
  readonly status?: (typeof QUERYING_POLICY_DRAFT_STATUSES)[number];
  /** The draft that the author read; null or no member: there was none. */
  readonly expected_digest?: string | null;
  readonly comment?: string | null;
}

export const BaseVersion = () => applied(Min(1), IsInt());
export const DraftStatus = () => applied(Omittable(), IsIn(QUERYING_POLICY_DRAFT_STATUSES));
export const ExpectedDigest = () => applied(IsOptional(), Sha256());
export const DraftComment = () => applied(IsOptional(), Text(2_000));

/** The decorators, from the last to the first, as the language applies them. */
function applied(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, name) => {
    for (const decorate of decorators.toReversed()) decorate(target, name);
  };
}
