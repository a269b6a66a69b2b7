import { denied, notFound, type Principal, type QueryEvent } from '@ndx/contracts';
import { canonicalJson, sealFile, type Commitment, type FileReader } from '@ndx/proof';
import { PROOF_KEYS, type ProofKeys } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { ExplainQuery, type ExplainedAnswer } from '../explanation/explain-query.js';
import { AnswerMembers, textsOf, type Contents } from './answer-members.js';
import { SaltedCommitments } from './salted-commitments.js';

/** `GET /v1/query-events/{query_event_id}/reliance-file` (docs/reliance-file.md). */
@Injectable()
export class BuildRelianceFile {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly explainQuery: ExplainQuery,
    private readonly answers: AnswerMembers,
    private readonly commitments: SaltedCommitments,
    @Inject(PROOF_KEYS) private readonly keys: ProofKeys,
  ) {}

  /**
   * @param show writes an explanation as the API does
   * @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks, or
   *   no decision was recorded; PERMISSION_DENIED, OPERATION_FAILED
   */
  async build(
    principal: Principal,
    queryEventId: string,
    show: (answer: ExplainedAnswer) => object,
  ): Promise<Buffer> {
    const { query } = await this.decisions.find(principal, queryEventId);
    const { event, decision } = query;
    if (event.querying_entity_id !== principal.entity_id) {
      throw notFound('not_found', 'query event not found');
    }
    if (!principal.permissions.includes('product:query')) {
      throw denied('permission_missing', 'the file has the answer: it needs product:query');
    }
    if (!decision) throw notFound('not_found', 'no decision on the query was recorded');
    const { answer, members } = await this.answers.of({ ...query, decision });
    const contents = {
      ...members,
      'event.json': visibleEvent(event, principal),
      'explanation.json': show(await this.explainQuery.explain(principal, queryEventId)),
    };
    const reader: FileReader = { kind: 'querier', entity_id: principal.entity_id };
    return this.seal({ event, answer, decision }, reader, contents);
  }

  private seal(
    whole: {
      readonly event: QueryEvent;
      readonly answer: string | undefined;
      readonly decision: object;
    },
    reader: FileReader,
    contents: Contents,
  ): Buffer {
    const { query_event_id: id } = whole.event;
    const texts = textsOf({ ...contents, 'keys.json': { keys: this.keys.history } });
    const commit = (of: Commitment['of'], text: string, isOpen: boolean): Commitment => {
      const { salt, sha256 } = this.commitments.to(id, of, text);
      return { of, sha256, ...(isOpen && { salt }) };
    };
    const event = canonicalJson(whole.event);
    return sealFile(
      {
        query_event_id: id,
        reader,
        commitments: [
          commit('answer', whole.answer ?? '', reader.kind === 'querier'),
          // An opened one would tell that it has nothing hidden.
          commit('decision', canonicalJson(whole.decision), false),
          commit('event', event, texts['event.json'] === event),
        ],
        members: Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
      },
      this.keys.jwsKey,
    );
  }
}
