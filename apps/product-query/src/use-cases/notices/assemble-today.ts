import { kybCertificate, templateBySlug } from '@ndx/catalog';
import {
  DEFAULT_COUNTRY,
  denied,
  DomainError,
  hasRole,
  type Principal,
  type Reason,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { certificateBody } from '../../domain/certificate/certificate-body.js';
import type { AskedQuery } from '../../domain/decision/asked-query.js';
import type { Decision } from '../../domain/decision/decision.js';
import {
  certificateState,
  NO_ANSWER,
  templateState,
  type AssembledState,
} from '../../domain/notices/answer-state.js';
import { headOf } from '../../domain/replay/replay-certificate.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import type { DueAnswer } from '../../storage/due-answers.js';
import { AssembleKyb } from '../certificate/assemble-kyb.js';
import { AnswerHash } from '../template/answer-hash.js';
import { AssembleTemplate } from '../template/assemble-template.js';
import { repeatedQuery } from './repeated-query.js';

/** An answered query with what makes it again. */
export type AskedAgain = DecidedQuery & { readonly decision: Decision };

/** The answer of today to a past query. */
export interface TodaysAnswer {
  readonly state: AssembledState;
  /** Why the query is refused. */
  readonly refusal?: Reason | undefined;
  /** Undefined when it is refused. */
  readonly decision?: Decision | undefined;
  readonly subjectId: string | null;
}

/** No account: changes of the querying account do not change the answer of its institution. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** Answers a past query on the data of today, with the functions that answer a query. */
@Injectable()
export class AssembleToday {
  constructor(
    private readonly kyb: AssembleKyb,
    private readonly template: AssembleTemplate,
    private readonly answerHash: AnswerHash,
  ) {}

  /**
   * @param aheadSeconds how far the clock is ahead, beside the moved clock of the query
   * @throws OPERATION_FAILED when the read models are not confirmed in time
   */
  async assemble(due: DueAnswer, query: AskedAgain, aheadSeconds = 0): Promise<TodaysAnswer> {
    const reader = readerOf(due, query, aheadSeconds);
    try {
      return query.decision.template
        ? await this.ofTemplate(reader, due.asked, query)
        : await this.ofCertificate(reader, due.asked, query);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'OPERATION_FAILED') throw error;
      return { state: NO_ANSWER, refusal: error.reason, subjectId: null };
    }
  }

  private async ofCertificate(
    reader: Principal,
    asked: AskedQuery,
    past: AskedAgain,
  ): Promise<TodaysAnswer> {
    const query = repeatedQuery(asked, past);
    const { assembly, businessId, decision } = await this.kyb.assemble(
      reader,
      kybCertificate,
      query,
    );
    const body = assembly && certificateBody(kybCertificate, headOf(past.event), assembly);
    const state =
      body === undefined ? NO_ANSWER : certificateState(body, decision, this.answerHash.of);
    return { state, decision, subjectId: businessId };
  }

  private async ofTemplate(
    reader: Principal,
    { hashes = [] }: AskedQuery,
    { event, decision: past }: AskedAgain,
  ): Promise<TodaysAnswer> {
    const template = templateBySlug(event.product_slug);
    if (!template) throw new Error(`the catalogue has no template ${event.product_slug}`);
    const queried = networksOf({ event, decision: past });
    const { decision, subjectId } = await this.template.assemble(reader, {
      template,
      purpose: event.permissible_purpose ?? undefined,
      questionOf: (caller) => {
        const networkIds = queried.filter((id) => hasRole(caller, id, 'querier'));
        if (networkIds.length > 0) return { networkIds, matchHashes: hashes };
        throw denied('role_missing', 'the institution is not a querier in any network');
      },
      queryIdOf: () => event.query_event_id,
    });
    return { state: templateState(template, decision), decision, subjectId };
  }
}

/** The networks that the query named, including the ones that consent closed. */
function networksOf({ event, decision }: Pick<AskedAgain, 'event' | 'decision'>): string[] {
  return [...event.network_ids, ...(decision.omitted ?? []).map(({ networkId }) => networkId)];
}

/** The institution as a querier in its networks; the read removes the roles that it has lost. */
function readerOf(
  { entity_id, policy_network_id }: DueAnswer,
  query: AskedAgain,
  aheadSeconds: number,
): Principal {
  const networks = networksOf(query).map((network_id) => ({
    ...{ network_id, roles: ['querier' as const], country: DEFAULT_COUNTRY },
  }));
  const ofPolicy =
    policy_network_id === null
      ? []
      : [{ network_id: policy_network_id, roles: [], country: DEFAULT_COUNTRY }];
  return {
    account_id: NO_ACCOUNT,
    entity_id,
    permissions: ['product:query'],
    memberships: [...networks, ...ofPolicy],
    clock_offset_seconds: (query.decision.clockOffsetSeconds ?? 0) + aheadSeconds,
  };
}
