import { groupPartsOf, kybCertificate, templateBySlug } from '@ndx/catalog';
import { Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import {
  consideredRecords,
  type FurnishedRecords,
  type StatementInRecord,
} from '../../domain/replay/past-candidates.js';
import { CurrentRecords } from '../../storage/current-records.js';
import type { DecidedQuery } from '../../storage/decision-repository.js';

type Considering = Pick<DecidedQuery, 'event' | 'decision'>;

/** Reads the records that past queries considered. */
@Injectable()
export class ConsideredRecords {
  constructor(
    private readonly current: CurrentRecords,
    private readonly directory: RecordDirectory,
  ) {}

  /**
   * Records by id, of the read model where it still has what a query considered: then it answered
   * the query from the same rows. The others are read in furnishing.
   * @throws OPERATION_FAILED when furnishing does not answer
   */
  async read(queries: readonly Considering[]): Promise<FurnishedRecords> {
    const subjects = new Set(queries.flatMap(({ event }) => event.subject_id ?? []));
    const current = await this.current.read([...subjects], idsOf(queries));
    const others = queries.filter((query) => !isComplete(query, current));
    if (others.length === 0) return current;
    return new Map([...current, ...(await this.readInFurnishing(others))]);
  }

  /** @throws OPERATION_FAILED when furnishing does not answer */
  readInFurnishing(queries: readonly Considering[]): Promise<FurnishedRecords> {
    return this.directory.readStated(idsOf(queries));
  }
}

function idsOf(queries: readonly Considering[]): string[] {
  const ids = queries.flatMap(({ decision }) => (decision ? consideredRecords(decision) : []));
  return [...new Set(ids)];
}

/** Whether the records have each statement that the query considered. */
function isComplete({ event, decision }: Considering, records: FurnishedRecords): boolean {
  if (!decision) return true;
  const { ids, models } = decision;
  const has = (place: number, isStated: (one: StatementInRecord) => boolean) =>
    records.get(ids[place] ?? '')?.statements.some(isStated) ?? false;
  return Object.entries(models).every(([model, considered]) => {
    const isStated = statementOf(decision.template && event.product_slug, model);
    return considered.every(
      (record) => has(record[2], isStated) && has(record[6] ?? record[2], isStated),
    );
  });
}

/** The statement that a section of the certificate, or a part of a template's groups, is read from. */
function statementOf(
  template: string | undefined,
  model: string,
): (statement: StatementInRecord) => boolean {
  if (template === undefined) {
    return (one) => one.dataset === kybCertificate.slug && one.model === model;
  }
  const found = templateBySlug(template);
  const parts = found ? groupPartsOf(found).filter(({ name }) => name === model) : [];
  return (one) => parts.some(({ dataset }) => dataset === one.dataset);
}
