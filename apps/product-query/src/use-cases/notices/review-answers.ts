import { isDeepStrictEqual } from 'node:util';
import { templateBySlug } from '@ndx/catalog';
import { newId } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  certificateState,
  NO_ANSWER,
  templateState,
  type AnswerState,
} from '../../domain/notices/answer-state.js';
import type { Notice } from '../../domain/notices/notice.js';
import { validityDays } from '../../domain/notices/validity-days.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { DueAnswers, type DueAnswer, type FindableAnswer } from '../../storage/due-answers.js';
import { scheduleDeliveries } from '../../storage/notice-deliveries.js';
import { NoticeRepository } from '../../storage/notice-repository.js';
import { AnswerHash } from '../template/answer-hash.js';
import { AssembleToday, type AskedAgain } from './assemble-today.js';
import {
  compareAnswer,
  usedIn,
  type AnsweredAgain,
  type ReviewedAnswer,
} from './compare-answer.js';

/** Answers that are in memory together, with their records. */
const PAGE = 25;

/** An answer that will be another one within this time ends soon. */
const SOON_SECONDS = 30 * 86_400;

const DAY_MS = 86_400_000;

/** Assembles answers again, and notifies their institutions of differences (decision 0110). */
@Injectable()
export class ReviewAnswers {
  constructor(
    private readonly answers: DueAnswers,
    private readonly decisions: DecisionRepository,
    private readonly assembleToday: AssembleToday,
    private readonly answerHash: AnswerHash,
    private readonly notices: NoticeRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Reviews the answers that have been due for the longest time. Replicas can call it concurrently.
   * @returns the number of answers
   * @throws OPERATION_FAILED; then these answers are due again in a minute
   */
  async review(): Promise<number> {
    const taken = await this.answers.take(PAGE);
    const followed = taken.filter(({ endpoints }) => endpoints !== null);
    await this.answers.remove(taken.filter(({ endpoints }) => endpoints === null));
    const queries = await this.decisions.among(followed.map((due) => due.query_event_id));
    const assembled = await Promise.all(
      followed.flatMap((due) => {
        const query = queries.get(due.query_event_id);
        const { decision } = query ?? {};
        return query && decision ? [this.assemble(due, { ...query, decision })] : [];
      }),
    );
    const changesOf = await this.answers.changesOf(
      assembled.flatMap(usedIn).map(({ recordId }) => recordId),
      assembled.flatMap(({ query }) => query.event.subject_id ?? []),
    );
    const reviewed = assembled.map((one) => {
      const records = usedIn(one).map(({ recordId }) => recordId);
      return compareAnswer(one, changesOf(records, one.query.event.subject_id));
    });
    await this.store(followed, reviewed);
    return taken.length;
  }

  private async assemble(due: DueAnswer, query: AskedAgain): Promise<AnsweredAgain> {
    const at = new Date().toISOString();
    const { today, isEnding } = await this.assembleBoth(due, query);
    const issued = due.notified ?? this.issuedState(query);
    return { due, query, issued, today, isEnding, at };
  }

  /** The answer of today, and whether time alone makes it another one soon. */
  private async assembleBoth(due: DueAnswer, query: AskedAgain) {
    let today = await this.assembleToday.assemble(due, query);
    for (;;) {
      const { answer } = today.state;
      if (answer === null) return { today, isEnding: false };
      const soon = await this.assembleToday.assemble(due, query, SOON_SECONDS);
      if (soon.state.answer === answer) return { today, isEnding: false };
      // Data that changed since is not an end of the answer.
      const again = await this.assembleToday.assemble(due, query);
      if (again.state.answer === answer) return { today, isEnding: true };
      today = again;
    }
  }

  /** The state of the answer as it was issued. */
  private issuedState({ event, decision, certificate }: AskedAgain): AnswerState {
    const template = templateBySlug(event.product_slug);
    const issued =
      certificate !== undefined
        ? certificateState(certificate, decision, this.answerHash.of)
        : template
          ? templateState(template, decision)
          : NO_ANSWER;
    return { ...issued, disputes: {}, isEnding: false };
  }

  private store(
    followed: readonly DueAnswer[],
    reviewed: readonly ReviewedAnswer[],
  ): Promise<void> {
    return this.transactions.run(async ({ manager }) => {
      await this.answers.findBy(manager, reviewed.flatMap(findableBy));
      const differing = reviewed.filter(({ due, known, state }) => {
        // What is known without a row is the answer as it was issued.
        const stored = due.notified ?? { ...known, isEnding: false };
        return !isDeepStrictEqual(stored, state);
      });
      const saved = await this.answers.saveNotified(manager, differing);
      const notices = differing
        .filter(({ due }) => saved.has(due.query_event_id))
        .flatMap(noticesOf);
      await this.notices.insert(manager, notices);
      await scheduleDeliveries(manager, notices);
      await this.answers.postpone(manager, followed);
    });
  }
}

/** The changes of data that concern the answer; none where the query is refused. */
function findableBy({ due, query: { event }, known, today }: ReviewedAnswer): FindableAnswer[] {
  const { decision, subjectId } = today;
  if (!decision) return [];
  const { hashes, policy, consent } = due.asked;
  const keys = [
    ...(hashes ?? []),
    ...[policy, consent, event.consent_id].flatMap((id) => id ?? []),
    ...known.used.map(({ recordId }) => recordId),
    ...decision.ids,
  ];
  const subjectIds = [event.subject_id, subjectId].flatMap((id) => id ?? []);
  return [{ queryEventId: event.query_event_id, keys, subjectIds }];
}

/** Notices of the differences that an enabled endpoint subscribes to. */
function noticesOf({
  due: { entity_id: entityId, endpoints },
  query,
  differences,
}: ReviewedAnswer): Notice[] {
  if (differences.length === 0) return [];
  const { event } = query;
  const validFor = validityDays(query);
  const createdAt = new Date();
  const wanted = differences.filter(({ kind }) =>
    endpoints?.some(
      (terms) =>
        (terms.kinds?.includes(kind) ?? true) &&
        (terms.network_ids?.some((id) => event.network_ids.includes(id)) ?? true) &&
        (terms.product_ids?.includes(event.product_id) ?? true) &&
        createdAt.getTime() - Date.parse(event.occurred_at) <=
          (terms.window_days ?? validFor) * DAY_MS,
    ),
  );
  return wanted.map(({ kind, groups, since }) => ({
    noticeId: newId(),
    entityId,
    queryEventId: event.query_event_id,
    certificateId: event.certificate_id,
    networkIds: event.network_ids,
    productId: event.product_id,
    subjectId: event.subject_id,
    kind,
    groups,
    since: new Date(since),
    createdAt,
  }));
}
