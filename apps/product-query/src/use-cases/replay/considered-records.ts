import { groupPartsOf, kybCertificate, templateBySlug } from '@ndx/catalog';
import { Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import {
  consideredRecords,
  type FurnishedRecords,
  type StatedRecord,
  type StatedTexts,
} from '../../domain/replay/past-candidates.js';
import type { RecordsRead } from '../../domain/simulation/section-outline.js';
import { CurrentRecords } from '../../storage/current-records.js';
import type { Decision } from '../../domain/decision/decision.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';

type Considering = Pick<DecidedQuery, 'event' | 'decision'>;

/** A query with the models whose records are read. */
interface Reading extends Considering {
  readonly read: Pick<RecordsRead, 'has' | 'keys'>;
}

/** Reads the records that past queries considered. */
@Injectable()
export class ConsideredRecords {
  constructor(
    private readonly current: CurrentRecords,
    private readonly directory: RecordDirectory,
  ) {}

  /**
   * Records by id, of the read model where it still has what a query considered: then it answered
   * the query from the same rows. The others are read in furnishing, whole.
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async read(queries: readonly Reading[]): Promise<FurnishedRecords> {
    return this.completed(queries, await this.current.read(namesIn(queries)));
  }

  /**
   * As `read`, without what only a candidate needs.
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async readTexts(queries: readonly Reading[]): Promise<ReadonlyMap<string, StatedTexts>> {
    return this.completed<StatedTexts>(queries, await this.current.readTexts(namesIn(queries)));
  }

  /** @throws OPERATION_FAILED when furnishing does not answer */
  readInFurnishing(queries: readonly Considering[]): Promise<FurnishedRecords> {
    return this.directory.readStated(idsOf(queries));
  }

  private async completed<T extends StatedTexts>(
    queries: readonly Reading[],
    current: ReadonlyMap<string, T>,
  ): Promise<ReadonlyMap<string, T | StatedRecord>> {
    const others = queries.filter((query) => !isComplete(query, current));
    if (others.length === 0) return current;
    return new Map<string, T | StatedRecord>([
      ...current,
      ...(await this.readInFurnishing(others)),
    ]);
  }
}

/** What the read model is asked for. */
function namesIn(queries: readonly Reading[]) {
  const statements = queries.flatMap(statementsRead);
  return {
    subjectIds: [...new Set(queries.flatMap(({ event }) => event.subject_id ?? []))],
    recordIds: [...new Set(queries.flatMap(idsRead))],
    datasets: [...new Set(statements.map(({ dataset }) => dataset))],
    models: [...new Set(statements.map(({ model }) => model))],
  };
}

function idsOf(queries: readonly Considering[]): string[] {
  const ids = queries.flatMap(({ decision }) => (decision ? consideredRecords(decision) : []));
  return [...new Set(ids)];
}

function idsRead({ decision, read }: Reading): string[] {
  return decision ? consideredRecords(decision, read) : [];
}

/** The statements that the models of a query are read from. */
function statementsRead({ event, decision, read }: Reading): readonly StatementName[] {
  return decision ? [...read.keys()].flatMap((model) => statementsOf(event, decision, model)) : [];
}

/** Whether the records have each statement that is read. */
function isComplete(
  { event, decision, read }: Reading,
  records: ReadonlyMap<string, StatedTexts>,
): boolean {
  if (!decision) return true;
  const { ids, models } = decision;
  return [...read.keys()].every((model) => {
    const names = statementsOf(event, decision, model);
    const has = (place: number) =>
      records
        .get(ids[place] ?? '')
        ?.statements.some((one) => names.some((name) => isNamed(one, name))) ?? false;
    return (models[model] ?? []).every((record) => has(record[2]) && has(record[6] ?? record[2]));
  });
}

type StatementName = Pick<StatedTexts['statements'][number], 'dataset' | 'model'>;

function isNamed(statement: StatementName, { dataset, model }: StatementName): boolean {
  return statement.dataset === dataset && statement.model === model;
}

/** The statements that a section of the certificate, or a part of a template's groups, is read from. */
function statementsOf(
  { product_slug }: Considering['event'],
  decision: Decision,
  model: string,
): readonly StatementName[] {
  if (!decision.template) return [{ dataset: kybCertificate.slug, model }];
  const found = templateBySlug(product_slug);
  const parts = found ? groupPartsOf(found).filter(({ name }) => name === model) : [];
  // The statement of a template has its name.
  return parts.map(({ dataset }) => ({ dataset, model: dataset }));
}
