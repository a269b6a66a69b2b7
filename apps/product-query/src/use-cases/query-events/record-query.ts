import type { QueryEvent } from '@ndx/contracts';
import {
  answeredMeanwhile,
  currentKeyedRequest,
  KeptAnswers,
  Replay,
  type Answer,
} from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { requireSameConsents } from '../../domain/decision/consent-terms.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { QueryWriter, type QueryRecord } from '../../storage/query-writer.js';

/** Stores the result of a query, and returns its answer. */
@Injectable()
export class RecordQuery {
  constructor(
    private readonly writer: QueryWriter,
    private readonly answers: KeptAnswers,
    private readonly decisions: DecisionRepository,
  ) {}

  /**
   * Returns 200 with a result, or 204; both name the query event (contract 7.3, design 9).
   * @param body of the answer, JSON text; undefined where nothing satisfied the policy
   * @throws RESOURCE_CONFLICT when another request with the key was answered; Replay for a repeated
   *   request, PERMISSION_DENIED for one whose consents changed; then nothing is stored
   */
  async record(event: QueryEvent, body: string | undefined, kept: QueryRecord): Promise<Answer> {
    const status = body === undefined ? 204 : 200;
    const answer = { status, body, reference: event.query_event_id };
    const request = currentKeyedRequest();
    if (request?.earlier) {
      const { reference = '' } = request.earlier;
      const first = await this.decisions.decisionOn(reference);
      if (first && kept.decision) requireSameConsents(first, kept.decision);
      throw new Replay(request.earlier);
    }
    if (request) {
      const key = { scope: request.scope, answer: this.answers.seal(request, answer) };
      if (!(await this.writer.writeOnce(event, kept, key))) throw answeredMeanwhile();
      request.isAnswered = true;
    } else {
      await this.writer.write(event, kept);
    }
    return answer;
  }
}
