import { denied, hasRole, notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { recordUses } from '../../domain/explanation/record-uses.js';
import { DecisionRepository, type DecidedQuery } from '../../storage/decision-repository.js';
import { ExplainQuery, type ExplainedAnswer } from '../explanation/explain-query.js';
import { CollectAnswerInputs } from './answer-inputs.js';
import { LogMembers } from './log-members.js';
import { ReaderMembers, type RecordedDecision } from './reader-members.js';
import { SealRelianceFile } from './seal-reliance-file.js';

/** The signed files that prove a query to its readers (docs/reliance-file.md). */
@Injectable()
export class BuildRelianceFile {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly explainQuery: ExplainQuery,
    private readonly inputs: CollectAnswerInputs,
    private readonly members: ReaderMembers,
    private readonly log: LogMembers,
    private readonly sealing: SealRelianceFile,
  ) {}

  /**
   * `GET /v1/query-events/{query_event_id}/reliance-file`.
   * @param show writes an explanation as the API does
   * @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks, or
   *   no decision was recorded; PERMISSION_DENIED, OPERATION_FAILED
   */
  async build(
    principal: Principal,
    queryEventId: string,
    show: (answer: ExplainedAnswer) => object,
  ): Promise<Buffer> {
    const { query, reader } = await this.decisions.find(principal, queryEventId);
    const { event } = query;
    const isQuerier = event.querying_entity_id === principal.entity_id;
    if (isQuerier && !principal.permissions.includes('product:query')) {
      throw denied('permission_missing', 'the file has the answer: it needs product:query');
    }
    const recorded = recordedIn(query);
    const inputs = await this.inputs.of(recorded);
    const members = isQuerier
      ? await this.members.ofQuerier(recorded, inputs)
      : await this.members.ofGovernor(recorded, reader, inputs);
    return this.sealing.seal(
      { ...recorded, answer: inputs.answer },
      { kind: isQuerier ? 'querier' : 'governor', entity_id: principal.entity_id },
      {
        ...members,
        ...(await this.log.of(principal, event)),
        'event.json': visibleEvent(event, principal),
        'explanation.json': show(await this.explainQuery.explain(principal, queryEventId)),
      },
    );
  }

  /**
   * `GET /v1/record-uses/{query_event_id}/reliance-file`.
   * @throws RESOURCE_NOT_FOUND when the query neither used a record of the caller's nor did a policy
   *   exclude one; OPERATION_FAILED
   */
  async buildOfUses(principal: Principal, queryEventId: string): Promise<Buffer> {
    const query = await this.decisions.considering(principal.entity_id, queryEventId);
    if (!query) throw notFound('not_found', 'query event not found');
    const recorded = recordedIn(query);
    const { entity_id } = principal;
    const uses = query.event.network_ids
      .filter((id) => hasRole(principal, id, 'furnisher'))
      .flatMap((networkId) => {
        const found = recordUses(recorded, networkId, entity_id);
        return found ? [{ networkId, ...found }] : [];
      });
    if (uses.length === 0) throw notFound('not_found', 'query event not found');
    const inputs = await this.inputs.of(recorded);
    const members = this.members.ofFurnisher(recorded, uses, inputs);
    const reader = { kind: 'furnisher', entity_id } as const;
    return this.sealing.seal({ ...recorded, answer: inputs.answer }, reader, members);
  }
}

function recordedIn(query: DecidedQuery): RecordedDecision {
  const { decision } = query;
  if (!decision) throw notFound('not_found', 'no decision on the query was recorded');
  return { ...query, decision };
}
