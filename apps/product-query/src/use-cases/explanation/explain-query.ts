import { kybCertificate, templateBySlug } from '@ndx/catalog';
import type { Principal, QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DisputeStatements } from '../../clients/dispute-statements.js';
import { showsDisputedPart, showsStatement } from '../../domain/explanation/disputed-part.js';
import { explainCertificate } from '../../domain/explanation/explain-certificate.js';
import type { IssuedSection } from '../../domain/explanation/explain-section.js';
import { explainTemplate } from '../../domain/explanation/explain-template.js';
import { notRecorded, type QueryExplanation } from '../../domain/explanation/explanation.js';
import type { ExplanationReader } from '../../domain/explanation/explanation-reader.js';
import { DecisionRepository, type DecidedQuery } from '../../storage/decision-repository.js';
import { RecordDisputes, type RecordDispute } from '../../storage/record-disputes.js';
import { RecordEnds, type RecordEndState } from '../../storage/record-ends.js';
import { SubjectSeparations, type SubjectSeparation } from '../../storage/subject-separations.js';

export interface ExplainedAnswer {
  readonly event: QueryEvent;
  readonly explanation: QueryExplanation;
  /** How far the clock of the querying institution was ahead; null if it was not moved. */
  readonly clockOffsetSeconds: number | null;
  /** Later separations of the business of the query. */
  readonly separations: readonly SubjectSeparation[];
  /** Later ends of the records that it used. */
  readonly recordEnds: readonly RecordEndState[];
  /** The disputes of what the answer used of these records. */
  readonly recordDisputes: readonly RecordDispute[];
  /** The texts of their statements that the query may read, by id of the dispute. */
  readonly statements: ReadonlyMap<string, string>;
}

/** `GET /v1/query-events/{query_event_id}/explanation` (decision 0075). */
@Injectable()
export class ExplainQuery {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly separations: SubjectSeparations,
    private readonly ends: RecordEnds,
    private readonly disputes: RecordDisputes,
    private readonly statements: DisputeStatements,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks;
   *   OPERATION_FAILED when furnishing does not return a statement
   */
  async explain(principal: Principal, queryEventId: string): Promise<ExplainedAnswer> {
    const { query, reader } = await this.decisions.find(principal, queryEventId);
    const clockOffsetSeconds = query.decision?.clockOffsetSeconds ?? null;
    const { event, decision } = query;
    const explanation = explanationOf(query, reader);
    const used = explanation.sections.flatMap((section) => section.used);
    const recordIds = [...new Set(used.map(({ recordId }) => recordId))];
    const [separations, recordEnds, recordDisputes] = await Promise.all([
      this.separations.ofSubject(event.subject_id),
      this.ends.of(recordIds),
      this.disputes.of(recordIds),
    ]);
    const decided = decision && { ...query, decision };
    const shown = recordDisputes.filter(
      (one) => decided && showsDisputedPart(decided, event.product_slug, used, one),
    );
    const stated = shown.filter(
      (one) => decided && one.statement && showsStatement(decided, event.product_slug, one),
    );
    const statements = await this.statements.read(stated.map(({ dispute_id }) => dispute_id));
    const later = { separations, recordEnds, recordDisputes: shown, statements };
    return { event, explanation, clockOffsetSeconds, ...later };
  }

  /** Whether the answer to a query of the caller's institution used a record. */
  async hasUsed(
    principal: Principal,
    use: { readonly query_event_id: string; readonly record_id: string },
  ): Promise<boolean> {
    const { query, reader } = await this.decisions.find(principal, use.query_event_id);
    return (
      query.event.querying_entity_id === principal.entity_id &&
      explanationOf(query, reader).sections.some(({ used }) =>
        used.some(({ recordId }) => recordId === use.record_id),
      )
    );
  }
}

function explanationOf(
  { event, decision, certificate, selectionsOf }: DecidedQuery,
  reader: ExplanationReader,
): QueryExplanation {
  if (!decision) return notRecorded();
  const query = { event, decision, selectionsOf };
  const template = templateBySlug(event.product_slug);
  if (template) return explainTemplate(template, query, reader);
  const issued =
    certificate === undefined
      ? undefined
      : (JSON.parse(certificate) as { result: Record<string, IssuedSection | null> }).result;
  return explainCertificate(kybCertificate, { ...query, issued }, reader);
}
