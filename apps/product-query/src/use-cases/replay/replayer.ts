import { datasetById, kybCertificate, templateBySlug } from '@ndx/catalog';
import type { QueryEvent, ReplayCode } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { compareReplay } from '../../domain/replay/compare-replay.js';
import { compareTemplateReplay } from '../../domain/replay/compare-template.js';
import type { Difference } from '../../domain/replay/first-difference.js';
import { unusedBy, type Draft, type Unused } from '../../domain/replay/draft-rules.js';
import { consideredRecords, type FurnishedRecords } from '../../domain/replay/past-candidates.js';
import { replayCertificate, type PastQuery } from '../../domain/replay/replay-certificate.js';
import { replayTemplate, type PastTemplateQuery } from '../../domain/replay/replay-template.js';
import {
  simulateCertificate,
  simulateTemplate,
  type Simulation,
} from '../../domain/replay/simulate.js';
import { constantPeriod, type Period } from '../../domain/simulation/constant-period.js';
import type { Decision } from '../../domain/decision/decision.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import { ReplayJournal } from '../../storage/replay-journal.js';
import { SecretValues } from '../../storage/secret-values.js';
import { AnswerHash } from '../template/answer-hash.js';
import { ConsideredRecords } from './considered-records.js';
import { inTurns } from './in-turns.js';

export interface Replay {
  readonly event: QueryEvent;
  readonly code: ReplayCode;
  /** Undefined unless the answers differ, or a record is missing. */
  readonly difference: Difference | undefined;
}

/** A query that cannot be assembled again. */
export interface Unrepeatable extends Replay {
  readonly code: 'not_recorded' | 'record_missing';
}

/** A query that would not use another policy. */
export interface NotUsed {
  readonly code: Unused;
}

/** A past query, and its answer under another policy. */
export interface Simulated {
  readonly past: PastQuery | PastTemplateQuery;
  readonly simulation: Simulation;
  /** An equal query has the same answer in it. */
  readonly period: Period;
}

/** Assembles past answers again and compares them with the stored ones (decision 0076). */
@Injectable()
export class Replayer {
  constructor(
    private readonly records: ConsideredRecords,
    private readonly journal: ReplayJournal,
    private readonly secrets: SecretValues,
    private readonly answerHash: AnswerHash,
  ) {}

  /** @throws OPERATION_FAILED when furnishing does not answer */
  async replay(query: DecidedQuery): Promise<Replay> {
    const [replay] = await this.replayAll([query]);
    if (!replay) throw new Error('a query has no replay');
    return replay;
  }

  /** Replays the queries in order. @throws OPERATION_FAILED when furnishing does not answer */
  async replayAll(queries: readonly DecidedQuery[]): Promise<readonly Replay[]> {
    const records = await this.records.readInFurnishing(queries);
    const replays = await inTurns(queries, (query) => this.compared(query, records));
    await this.journal.enter(replays);
    return replays;
  }

  /**
   * As `simulateAll`, without the queries that would not use the policy.
   * @param isChecked whether the records are read in furnishing alone
   * @returns the reason for each query that is not simulated
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async simulateUsed(
    queries: readonly DecidedQuery[],
    draft: Draft,
    isChecked = false,
  ): Promise<readonly (Simulated | NotUsed | Unrepeatable)[]> {
    const unused = queries.map((query) => notUsed(query, draft));
    const used = queries.filter((_, place) => unused[place] === undefined);
    const records = await (isChecked
      ? this.records.readInFurnishing(used)
      : this.records.read(used));
    const simulated = (await this.simulatedWith(records, used, draft)).values();
    return unused.map((one) => {
      if (one) return one;
      const { value } = simulated.next();
      if (!value) throw new Error('a query has no simulation');
      return value;
    });
  }

  /**
   * Queries under another policy, in order. They are no replays, so the journal does not count them.
   * @returns the reason for each query that cannot be assembled again
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async simulateAll(
    queries: readonly DecidedQuery[],
    draft: Draft,
  ): Promise<readonly (Simulated | Unrepeatable)[]> {
    return this.simulatedWith(await this.records.read(queries), queries, draft);
  }

  private simulatedWith(
    records: FurnishedRecords,
    queries: readonly DecidedQuery[],
    draft: Draft,
  ): Promise<(Simulated | Unrepeatable)[]> {
    return inTurns(queries, (query) => {
      const past = pastQueryOf(query, records);
      if ('code' in past) return past;
      const simulation = this.simulated(past, records, draft);
      return { past, simulation, period: constantPeriod(past, draft, records) };
    });
  }

  private simulated(
    past: PastQuery | PastTemplateQuery,
    records: FurnishedRecords,
    draft: Draft,
  ): Simulation {
    const { open } = this.secrets;
    return 'template' in past
      ? simulateTemplate(past, { open, records }, draft)
      : simulateCertificate(past, records, draft);
  }

  private compared(query: DecidedQuery, records: FurnishedRecords): Replay {
    const past = pastQueryOf(query, records);
    if ('code' in past) return past;
    const difference = this.differenceOf(past, query.certificate, records);
    return { event: query.event, code: difference ? 'different' : 'identical', difference };
  }

  private differenceOf(
    past: PastQuery | PastTemplateQuery,
    certificate: string | undefined,
    records: FurnishedRecords,
  ): Difference | undefined {
    if ('product' in past) {
      return compareReplay({ ...past, certificate }, replayCertificate(past, records));
    }
    const { open } = this.secrets;
    return compareTemplateReplay(past, replayTemplate(past, { open, records }), this.answerHash.of);
  }
}

/** Without a decision the policies of the data sets of a bundle are not known. */
function notUsed(query: DecidedQuery, draft: Draft): NotUsed | undefined {
  const { event, decision } = query;
  const dataset = datasetById(event.product_id);
  if (!dataset || (!decision && draft.productId !== event.product_id)) return undefined;
  const code = unusedBy({ ...query, decision: decision ?? UNDECIDED }, dataset, draft);
  return code && { code };
}

const UNDECIDED: Decision = { ids: [], models: {} };

/** The query to assemble again; the reason where the decision or a record is missing. */
export function pastQueryOf(
  { event, decision, namesPolicy, selectionsOf }: DecidedQuery,
  records: FurnishedRecords,
): PastQuery | PastTemplateQuery | Unrepeatable {
  if (!decision) return { event, code: 'not_recorded', difference: undefined };
  const missing = consideredRecords(decision).find((id) => !records.has(id));
  if (missing !== undefined) {
    const difference = { path: `record.${missing}`, stored: missing, replayed: undefined };
    return { event, code: 'record_missing', difference };
  }
  const query = { event, decision, namesPolicy, selectionsOf };
  const { template: decided } = decision;
  if (!decided) return { ...query, product: kybCertificate };
  const template = templateBySlug(event.product_slug);
  if (!template) throw new Error(`the catalogue has no template ${event.product_slug}`);
  return { ...query, template, decided };
}
