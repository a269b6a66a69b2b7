import { templateBySlug } from '@ndx/catalog';
import type { AnswerState, AssembledState, UsedRecord } from '../../domain/notices/answer-state.js';
import {
  decideNotices,
  usesDisputed,
  type Difference,
  type KnownChanges,
  type NotedDispute,
} from '../../domain/notices/decide-notices.js';
import { showsDisputedPart } from '../../domain/explanation/disputed-part.js';
import { HIDDEN_BY_CONSENT } from '../../domain/explanation/explanation-reader.js';
import type { DueAnswer } from '../../storage/due-answers.js';
import type { AskedAgain, TodaysAnswer } from './assemble-today.js';

/** An answer, and what its query would be answered today. */
export interface AnsweredAgain {
  readonly due: DueAnswer;
  readonly query: AskedAgain;
  readonly issued: AnswerState;
  readonly today: TodaysAnswer;
  readonly isEnding: boolean;
  /** When it was assembled, ISO 8601. */
  readonly at: string;
}

/** An answer, and the last state of it that its institution knows. */
export interface ReviewedAnswer extends AnsweredAgain {
  readonly known: AnswerState;
  readonly state: AnswerState;
  readonly differences: readonly Difference[];
}

/** The records of the answer that the institution knows, and of the one of today. */
export function usedIn({ issued, today }: AnsweredAgain): UsedRecord[] {
  return [...issued.used, ...today.state.used];
}

/** Compares the answer that the institution knows with the one of today. */
export function compareAnswer(one: AnsweredAgain, all: KnownChanges): ReviewedAnswer {
  const { due, query, issued, today, isEnding, at } = one;
  const changes = {
    ...all,
    disputes: all.disputes.filter(knownDisputes(query, usedIn(one), issued)),
  };
  const disputesOf = (state: AssembledState, until: string) =>
    Object.fromEntries(
      changes.disputes
        .filter((dispute) => dispute.opened_at <= until && usesDisputed(state.used, dispute))
        .map((dispute) => {
          const isDecided = dispute.decided_at !== null && dispute.decided_at <= until;
          return [dispute.dispute_id, isDecided ? dispute.standing : ('undecided' as const)];
        }),
    );
  const known = due.notified ??
    // An answer that was issued shortly before its end is not reported as ending.
    {
      ...issued,
      disputes: disputesOf(issued, query.event.occurred_at),
      isEnding: isEnding && isNew(query),
    };
  const state = { ...today.state, disputes: disputesOf(today.state, at), isEnding };
  const { refusal, subjectId } = today;
  const isClosedByConsent = closedByConsent(known, today);
  const now = { state, refusal, isClosedByConsent, subjectId, at };
  return { ...one, known, state, differences: decideNotices(known, now, changes) };
}

/** Disputes of fields that the query may read, and those of which the institution had a notice. */
function knownDisputes(query: AskedAgain, used: readonly UsedRecord[], { disputes }: AnswerState) {
  const slug = query.event.product_slug;
  const isTemplate = templateBySlug(slug) !== undefined;
  const parts = used.map(({ recordId, model, group }) => ({
    recordId,
    model: isTemplate && group !== slug ? group : model,
  }));
  return (one: NotedDispute) =>
    one.dispute_id in disputes || showsDisputedPart(query, slug, parts, one);
}

/** Whether the query was answered within the last hour. */
function isNew({ event }: AskedAgain): boolean {
  return Date.now() - Date.parse(event.occurred_at) < 3_600_000;
}

/** Whether consents hide every record that the known answer used. */
function closedByConsent({ used }: AnswerState, { decision }: TodaysAnswer): boolean {
  const verdicts = Object.values(decision?.models ?? {})
    .flat()
    .map(([, , record, , verdict]) => [decision?.ids[record], verdict] as const);
  const isHidden = ({ recordId }: { readonly recordId: string }) =>
    verdicts.some(([id, verdict]) => id === recordId && HIDDEN_BY_CONSENT.has(verdict));
  return used.length > 0 && used.every(isHidden);
}
