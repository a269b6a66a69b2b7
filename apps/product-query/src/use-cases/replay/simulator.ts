import { datasetById, kybCertificate } from '@ndx/catalog';
import { Injectable } from '@nestjs/common';
import type { Decision } from '../../domain/decision/decision.js';
import { unusedBy, type Draft, type Unused } from '../../domain/replay/draft-rules.js';
import type { FurnishedRecords } from '../../domain/replay/past-candidates.js';
import { outlinesOf, type PastQuery } from '../../domain/replay/replay-certificate.js';
import type { PastTemplateQuery } from '../../domain/replay/replay-template.js';
import {
  simulateCertificate,
  simulateTemplate,
  type Simulation,
} from '../../domain/replay/simulate.js';
import { constantPeriod, type Period } from '../../domain/simulation/constant-period.js';
import {
  acceptedValues,
  NO_RECORDS,
  type RecordsRead,
} from '../../domain/simulation/section-outline.js';
import { UnreadRecordError } from '../../domain/unread-candidate.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';
import { SecretValues } from '../../storage/secret-values.js';
import { ConsideredRecords } from './considered-records.js';
import { inTurns } from './in-turns.js';
import { pastQueryOf, type Unrepeatable } from './replayer.js';

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
  /** What was read of records. The answer depends on nothing else of them. */
  readonly read: RecordsRead;
}

/** A query that cannot be assembled again; without a record that was to be read, where one is missing. */
export interface Unsimulated extends Unrepeatable, Pick<Simulated, 'read'> {}

/** A query to simulate. */
export interface QueryToSimulate extends DecidedQuery {
  /** What is read of records at first: a similar query needed it. */
  readonly needed?: RecordsRead | undefined;
}

interface Attempt {
  readonly query: QueryToSimulate;
  readonly place: number;
  readonly read: RecordsRead;
}

/** Decides past queries under another policy (decision 0076). They are no replays, so the journal does not count them. */
@Injectable()
export class Simulator {
  constructor(
    private readonly records: ConsideredRecords,
    private readonly secrets: SecretValues,
  ) {}

  /**
   * As `simulateAll`, without the queries that would not use the policy.
   * @param isChecked whether every record is read, in furnishing alone
   * @returns the reason for each query that is not simulated
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async simulateUsed(
    queries: readonly QueryToSimulate[],
    draft: Draft,
    isChecked = false,
  ): Promise<readonly (Simulated | NotUsed | Unsimulated)[]> {
    const unused = queries.map((query) => notUsed(query, draft));
    const used = queries.filter((_, place) => unused[place] === undefined);
    const simulated = (
      await (isChecked ? this.simulateChecked(used, draft) : this.simulateAll(used, draft))
    ).values();
    return unused.map((one) => {
      if (one) return one;
      const { value } = simulated.next();
      if (!value) throw new Error('a query has no simulation');
      return value;
    });
  }

  /**
   * Queries under another policy, in order. Only what a result depends on is read of the records.
   * @returns the reason for each query that cannot be assembled again
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async simulateAll(
    queries: readonly QueryToSimulate[],
    draft: Draft,
  ): Promise<readonly (Simulated | Unsimulated)[]> {
    const results: (Simulated | Unsimulated)[] = [];
    let open: readonly Attempt[] = queries.map((query, place) => {
      const { needed = NO_RECORDS } = query;
      return { query, place, read: needed };
    });
    while (open.length > 0) {
      const records = await this.records.read(open.map(({ query, read }) => ({ ...query, read })));
      const next: Attempt[] = [];
      await inTurns(open, (attempt) => {
        const result = this.attempt(attempt, records, draft);
        if (!(result instanceof UnreadRecordError)) results[attempt.place] = result;
        else next.push({ ...attempt, read: deeper(attempt, result.models, draft) });
      });
      open = next;
    }
    return results;
  }

  /**
   * The outlines of the records of queries in order; undefined where a record has none.
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async outlinesOf(
    queries: readonly (Pick<DecidedQuery, 'event' | 'decision'> & { readonly read: RecordsRead })[],
  ): Promise<readonly (readonly string[] | undefined)[]> {
    const records = await this.records.readTexts(queries);
    return inTurns(queries, ({ decision, read }) => {
      if (!decision || decision.template) return undefined;
      return outlinesOf({ product: kybCertificate, decision }, records, read);
    });
  }

  private async simulateChecked(
    queries: readonly DecidedQuery[],
    draft: Draft,
  ): Promise<readonly (Simulated | Unsimulated)[]> {
    const records = await this.records.readInFurnishing(queries);
    return inTurns(queries, (query) => {
      const models = Object.keys(query.decision?.models ?? {});
      const read = new Map(models.map((model) => [model, 'whole'] as const));
      return this.simulated({ query, read }, records, draft);
    });
  }

  private attempt(attempt: Attempt, records: FurnishedRecords, draft: Draft) {
    try {
      return this.simulated(attempt, records, draft);
    } catch (error) {
      if (error instanceof UnreadRecordError) return error;
      throw error;
    }
  }

  private simulated(
    { query, read }: Pick<Attempt, 'query' | 'read'>,
    records: FurnishedRecords,
    draft: Draft,
  ): Simulated | Unsimulated {
    const past = pastQueryOf(query, records, read);
    if ('code' in past) return { ...past, read };
    const { open } = this.secrets;
    const simulation =
      'template' in past
        ? simulateTemplate(past, { open, records, read }, draft)
        : simulateCertificate(past, records, draft, read);
    return { past, simulation, period: constantPeriod(past, draft, records), read };
  }
}

/** Outlines before whole records; the records of a template have no outlines. */
function deeper({ query, read }: Attempt, models: readonly string[], draft: Draft): RecordsRead {
  const { decision } = query;
  const depthOf = (model: string) =>
    !decision || decision.template || read.has(model)
      ? 'whole'
      : acceptedValues({ ...query, decision }, draft, model);
  return new Map([...read, ...models.map((model) => [model, depthOf(model)] as const)]);
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
