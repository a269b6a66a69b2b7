import { kybCertificate } from '@ndx/catalog';
import { notFound, type Principal, type QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import {
  explainCertificate,
  notRecorded,
  type QueryExplanation,
} from '../domain/explanation/explain-certificate.js';
import type { IssuedSection } from '../domain/explanation/explained-query.js';
import { explanationReader } from '../domain/explanation/explanation-reader.js';
import { DecisionRepository } from '../storage/decision-repository.js';

export interface ExplainedAnswer {
  readonly event: QueryEvent;
  readonly explanation: QueryExplanation;
}

/** `GET /v1/query-events/{query_event_id}/explanation` (decision 0075). */
@Injectable()
export class ExplainQuery {
  constructor(private readonly decisions: DecisionRepository) {}

  /** @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks */
  async explain(principal: Principal, queryEventId: string): Promise<ExplainedAnswer> {
    const query = await this.decisions.find(queryEventId);
    const reader = query && explanationReader(principal, query.event);
    if (!query || !reader) throw notFound('query event not found');
    const { event, decision, certificate, selectionsOf } = query;
    if (!decision) return { event, explanation: notRecorded() };
    const issued =
      certificate === undefined
        ? undefined
        : (JSON.parse(certificate) as { result: Record<string, IssuedSection | null> }).result;
    const explained = { product: kybCertificate, event, decision, selectionsOf, issued };
    return { event, explanation: explainCertificate(explained, reader) };
  }
}
