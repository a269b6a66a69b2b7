import { kybCertificate, templateBySlug } from '@ndx/catalog';
import type { QueryEvent, ReplayCode } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { compareReplay } from '../../domain/replay/compare-replay.js';
import { compareTemplateReplay } from '../../domain/replay/compare-template.js';
import type { Difference } from '../../domain/replay/first-difference.js';
import { consideredRecords, type FurnishedRecords } from '../../domain/replay/past-candidates.js';
import { replayCertificate, type PastQuery } from '../../domain/replay/replay-certificate.js';
import { replayTemplate, type PastTemplateQuery } from '../../domain/replay/replay-template.js';
import type { RecordsRead } from '../../domain/simulation/section-outline.js';
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

/**
 * The query to assemble again; the reason where the decision or a record is missing.
 * @param read the models whose records were read; undefined: every one
 */
export function pastQueryOf(
  { event, decision, namesPolicy, selectionsOf }: DecidedQuery,
  records: FurnishedRecords,
  read?: Pick<RecordsRead, 'has'>,
): PastQuery | PastTemplateQuery | Unrepeatable {
  if (!decision) return { event, code: 'not_recorded', difference: undefined };
  const missing = consideredRecords(decision, read).find((id) => !records.has(id));
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
