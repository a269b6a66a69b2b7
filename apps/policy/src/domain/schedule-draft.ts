import { invalid, type Principal, type Reason } from '@ndx/contracts';
import { publication, type PublicationTerms } from './draft-approval.js';
import type { DraftSchedule } from './draft-schedule.js';
import type { Author, DraftOfPolicy, DraftRules, PolicyDraft } from './policy-draft.js';
import type { Policy } from './policy.js';

export interface ScheduleTerms extends Omit<PublicationTerms, 'reason'> {
  readonly publishAt: Date;
}

/**
 * The draft with a time of its publication, which replaces an earlier one. A repeated request
 * confirms the first.
 * @throws VALIDATION_ERROR for a time that has passed; RESOURCE_CONFLICT when the draft could not be
 *   published now
 */
export function schedule<P extends Policy, D extends PolicyDraft>(
  rules: DraftRules<P, D>,
  { policy, draft }: DraftOfPolicy<P, D>,
  { publishAt, ...terms }: ScheduleTerms,
  principal: Principal,
  now: Date,
): D {
  publication(rules, { policy, draft }, { ...terms, reason: undefined });
  if (publishAt <= now) throw invalid('invalid_window', 'publish_at must be in the future');
  const scheduled: DraftSchedule = {
    publishAt: publishAt.toISOString(),
    scheduledAt: now.toISOString(),
    accountId: principal.account_id,
    entityId: principal.entity_id,
    failure: null,
  };
  return isScheduledAlready(draft, scheduled) ? draft : { ...draft, schedule: scheduled };
}

function isScheduledAlready({ schedule: before }: PolicyDraft, after: DraftSchedule) {
  return (
    before?.failure === null &&
    before.publishAt === after.publishAt &&
    before.accountId === after.accountId
  );
}

/** The schedule of a draft whose time has come; undefined for another one. */
export function dueSchedule(draft: PolicyDraft | null, now: Date): DraftSchedule | undefined {
  const scheduled = draft?.schedule ?? undefined;
  if (!scheduled || scheduled.failure) return undefined;
  return scheduled.publishAt <= now.toISOString() ? scheduled : undefined;
}

/** In whose name the draft is published. */
export function schedulerOf({ accountId, entityId }: DraftSchedule): Author {
  return { account_id: accountId, entity_id: entityId };
}

/** The draft after its publication failed: the next attempt needs another request. */
export function failedToPublish<D extends PolicyDraft>(
  draft: D,
  scheduled: DraftSchedule,
  reason: Reason,
  now: Date,
): D {
  const failure = { failedAt: now.toISOString(), reason };
  return { ...draft, schedule: { ...scheduled, failure } };
}
