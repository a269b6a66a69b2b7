import type { NoticeKind, Reason } from '@ndx/contracts';
import type { DisputedPart } from '../explanation/disputed-part.js';
import type { AnswerState, DisputeStanding, UsedRecord } from './answer-state.js';

/** A difference between the last answer that an institution knows and the one of today. */
export interface Difference {
  readonly kind: NoticeKind;
  /** The names of the sections or groups that differ. */
  readonly groups: readonly string[];
  /** ISO 8601. */
  readonly since: string;
}

/** What happened to the records and the subject of an answer. */
export interface KnownChanges {
  readonly ends: readonly {
    readonly record_id: string;
    readonly state: string;
    readonly ended_at: string;
  }[];
  readonly disputes: readonly NotedDispute[];
  readonly separations: readonly {
    readonly record_ids: readonly string[];
    readonly new_subject_id: string;
    readonly separated_at: string;
  }[];
}

export interface NotedDispute extends DisputedPart {
  readonly dispute_id: string;
  readonly standing: DisputeStanding;
  readonly opened_at: string;
  readonly decided_at: string | null;
}

/** The answer of today. */
export interface Today {
  readonly state: AnswerState;
  /** Why the query is refused. */
  readonly refusal: Reason | undefined;
  /** Whether consents hide every record that the known answer used. */
  readonly isClosedByConsent: boolean;
  readonly subjectId: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** The reasons for which a consent refuses a query. */
const BY_CONSENT: ReadonlySet<Reason> = new Set([
  'consent_not_found',
  'consent_revoked',
  'consent_expired',
  'consent_out_of_scope',
  'consent_required',
]);

/**
 * The differences that an institution is notified of. Decided by data that it can read: its own
 * answers, and what their explanations say of the records that they used.
 */
export function decideNotices(
  known: AnswerState,
  today: Today,
  changes: KnownChanges,
): readonly Difference[] {
  const { state } = today;
  if (state.answer === null) return known.answer === null ? [] : [ended(known, today)];
  const answer = state.answer === known.answer ? [] : [changed(known, today, changes)];
  return [...answer, ...ofDisputes(known, changes.disputes), ...ofEnding(known, today)];
}

function ended(known: AnswerState, { refusal, isClosedByConsent, at }: Today): Difference {
  const isByConsent = refusal === undefined ? isClosedByConsent : BY_CONSENT.has(refusal);
  const kind = isByConsent ? 'consent_ended' : 'no_longer_issuable';
  return { kind, groups: [...new Set(known.used.map(({ group }) => group))], since: at };
}

function changed(known: AnswerState, today: Today, changes: KnownChanges): Difference {
  const groups = differingGroups(known, today.state);
  const used = known.used.filter(({ group }) => groups.includes(group));
  const uses = (recordId: string) => used.some((record) => record.recordId === recordId);
  const moved = changes.separations.find(
    ({ record_ids, new_subject_id }) =>
      new_subject_id === today.subjectId || record_ids.some((id) => uses(id)),
  );
  if (moved) return { kind: 'separated', groups, since: moved.separated_at };
  const ends = changes.ends.filter(({ record_id }) => uses(record_id));
  const kind = ends.some(({ state }) => state === 'withdrawn') ? 'withdrawn' : 'changed';
  const since =
    ends
      .map(({ ended_at }) => ended_at)
      .sort()
      .at(-1) ?? today.at;
  return { kind, groups, since };
}

/** All groups if none of them differs. */
function differingGroups(known: AnswerState, now: AnswerState): string[] {
  const names = [...new Set([...Object.keys(known.groups), ...Object.keys(now.groups)])];
  const differing = names.filter((name) => known.groups[name] !== now.groups[name]);
  return differing.length > 0 ? differing : names;
}

/** One notice for all opened disputes, and one for all decided ones. */
function ofDisputes(known: AnswerState, disputes: readonly NotedDispute[]): Difference[] {
  const news = disputes.filter(
    ({ dispute_id, standing, ...dispute }) =>
      usesDisputed(known.used, dispute) && known.disputes[dispute_id] !== standing,
  );
  const [opened, decided] = [
    news.filter(({ standing }) => standing === 'undecided'),
    news.filter(({ standing }) => standing !== 'undecided'),
  ];
  const notified = (kind: NoticeKind, selected: readonly NotedDispute[]): Difference[] => {
    const since = selected
      .map((one) => one.decided_at ?? one.opened_at)
      .sort()
      .at(-1);
    if (since === undefined) return [];
    const groups = known.used.filter((record) => selected.some((one) => isOf(record, one)));
    return [{ kind, groups: [...new Set(groups.map(({ group }) => group))], since }];
  };
  return [...notified('disputed', opened), ...notified('dispute_decided', decided)];
}

type DisputedSection = Pick<NotedDispute, 'record_id' | 'model_name'>;

export function usesDisputed(used: readonly UsedRecord[], disputed: DisputedSection): boolean {
  return used.some((record) => isOf(record, disputed));
}

function isOf(
  { recordId, model }: UsedRecord,
  { record_id, model_name }: DisputedSection,
): boolean {
  return recordId === record_id && model === model_name;
}

function ofEnding(known: AnswerState, { state, at }: Today): Difference[] {
  if (known.isEnding || !state.isEnding) return [];
  const groups = [...new Set(state.used.map(({ group }) => group))];
  return [{ kind: 'expires_soon', groups, since: at }];
}
