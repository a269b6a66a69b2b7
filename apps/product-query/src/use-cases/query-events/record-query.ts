import type { QueryEvent } from '@ndx/contracts';
import { answerSigner, type AnswerSigner } from '@ndx/proof';
import {
  answeredMeanwhile,
  currentKeyedRequest,
  KeptAnswers,
  PROOF_KEYS,
  Replay,
  type Answer,
  type ProofKeys,
} from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { requireSameConsents } from '../../domain/decision/consent-terms.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { QueryWriter, type QueryRecord } from '../../storage/query-writer.js';

/** Stores the result of a query, and returns its answer. */
@Injectable()
export class RecordQuery {
  private readonly sign: AnswerSigner;

  constructor(
    private readonly writer: QueryWriter,
    private readonly answers: KeptAnswers,
    private readonly decisions: DecisionRepository,
    @Inject(PROOF_KEYS) { jwsKey }: ProofKeys,
  ) {
    this.sign = answerSigner(jwsKey);
  }

  /**
   * Returns 200 with a signed result, or 204; both name the query event (contract 7.3, design 9).
   * @param body of the answer, JSON text; undefined where nothing satisfied the policy
   * @throws RESOURCE_CONFLICT when another request with the key was answered; Replay for a repeated
   *   request or a renewal after the same notice, PERMISSION_DENIED for one whose consents changed;
   *   then nothing is stored
   */
  async record(event: QueryEvent, body: string | undefined, kept: QueryRecord): Promise<Answer> {
    const request = currentKeyedRequest();
    if (request?.earlier) {
      const { reference = '' } = request.earlier;
      const first = await this.decisions.decisionOn(reference);
      if (first && kept.decision) requireSameConsents(first, kept.decision);
      throw new Replay(request.earlier);
    }
    const isRenewal = event.notice_id !== undefined;
    if (isRenewal) await this.replayRenewal(event, kept);
    const answer = this.answer(event, body);
    if (!request && !isRenewal) {
      await this.writer.write(event, kept);
      return answer;
    }
    const key = request && { scope: request.scope, answer: this.answers.seal(request, answer) };
    if (!(await this.writer.writeOnce(event, kept, key))) {
      if (isRenewal) await this.replayRenewal(event, kept);
      throw answeredMeanwhile();
    }
    if (request) request.isAnswered = true;
    return answer;
  }

  /** @throws Replay when the certificate of the notice was renewed before */
  private async replayRenewal(
    { query_event_id: id }: QueryEvent,
    { decision }: QueryRecord,
  ): Promise<void> {
    const first = (await this.decisions.among([id])).get(id);
    if (!first) return;
    if (first.decision && decision) requireSameConsents(first.decision, decision);
    throw new Replay(this.answer(first.event, first.certificate));
  }

  private answer(event: QueryEvent, body: string | undefined): Answer {
    const reference = event.query_event_id;
    if (body === undefined) return { status: 204, body, reference };
    const signature = this.sign(body, {
      queryEventId: reference,
      queryingEntityId: event.querying_entity_id,
      occurredAt: event.occurred_at,
    });
    return { status: 200, body, reference, signature };
  }
}
