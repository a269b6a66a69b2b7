import { MAX_EXAMINED_QUERIES, type RecordUseOutcome } from '@ndx/api';
import { requireRole, type Principal, type QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { recordUses, type RecordUses } from '../../domain/explanation/record-uses.js';
import { UsesByRecord } from '../../domain/explanation/uses-by-record.js';
import type { FeedOrder } from '../../storage/query-event-repository.js';
import {
  RecordUseRepository,
  SEARCHED,
  type RecordUsePage,
} from '../../storage/record-use-repository.js';
import { beginningAt, decodeCursor, encodeCursor } from './query-event-cursor.js';

export interface RecordUseFilters {
  readonly networkId: string;
  /** Any record of the caller without one. */
  readonly recordId: string | undefined;
  readonly productSlug: string | undefined;
  /** What became of the records. */
  readonly outcome: RecordUseOutcome | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

export interface RecordUseWindow extends RecordUseFilters {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
}

export interface RecordUsesPage {
  readonly uses: readonly (RecordUses & { readonly event: QueryEvent })[];
  readonly nextCursor: string;
}

/** `GET /v1/record-uses`: what became of a furnisher's own records (decision 0075), and their counts. */
@Injectable()
export class ListRecordUses {
  constructor(private readonly recordUses: RecordUseRepository) {}

  /**
   * @throws PERMISSION_DENIED when not a furnisher there, VALIDATION_ERROR for an invalid cursor or
   *   the cursor of a page in another order
   */
  async list(principal: Principal, window: RecordUseWindow): Promise<RecordUsesPage> {
    const { networkId, cursor, from, order } = window;
    requireRole(principal, networkId, 'furnisher');
    const { entity_id: furnishingEntityId } = principal;
    const after = cursor === undefined ? undefined : decodeCursor(cursor, order);
    const page = await this.recordUses.list({ ...window, furnishingEntityId, after });
    const uses = page.queries.flatMap((query) => usesOf(query, furnishingEntityId, window));
    return { uses, nextCursor: encodeCursor(page.end ?? after ?? beginningAt(from), order) };
  }

  /**
   * The number of uses among the newest queries, at least `MAX_EXAMINED_QUERIES` if there are so
   * many, and whether these are all.
   * @throws PERMISSION_DENIED when not a furnisher there
   */
  async count(principal: Principal, filters: RecordUseFilters) {
    let count = 0;
    const isComplete = await this.examine(principal, filters, () => {
      count += 1;
    });
    return { count, is_complete: isComplete };
  }

  /**
   * The same count, and how many of these uses each record has, most used first.
   * @throws PERMISSION_DENIED when not a furnisher there
   */
  async countByRecord(principal: Principal, filters: RecordUseFilters) {
    const counts = new UsesByRecord();
    let uses = 0;
    const isComplete = await this.examine(principal, filters, ({ records }) => {
      counts.add(records);
      uses += 1;
    });
    return { records: counts.mostUsed(), uses, isComplete };
  }

  /** Whether the uses are all that there are. */
  private async examine(
    principal: Principal,
    filters: RecordUseFilters,
    onUse: (use: RecordUses) => void,
  ): Promise<boolean> {
    requireRole(principal, filters.networkId, 'furnisher');
    const { entity_id: furnishingEntityId } = principal;
    const window = { ...filters, furnishingEntityId, order: 'newest_first' as const };
    let after: RecordUsePage['end'];
    let examined = 0;
    while (examined < MAX_EXAMINED_QUERIES) {
      const page = await this.recordUses.list({ ...window, after, limit: SEARCHED });
      for (const [place, query] of page.queries.entries()) {
        usesOf(query, furnishingEntityId, filters).forEach(onUse);
        // Queries of the process are answered in between.
        if (place % 100 === 99) await setImmediate();
      }
      if (page.isLast) return true;
      after = page.end;
      examined += page.examined;
    }
    return false;
  }
}

/** The use of records by a query, as far as the filters want it: one or none. */
function usesOf(
  query: RecordUsePage['queries'][number],
  furnishingEntityId: string,
  { networkId, recordId, outcome }: RecordUseFilters,
) {
  const found = recordUses(query, networkId, furnishingEntityId);
  const records = (found?.records ?? []).filter(
    (record) =>
      (recordId === undefined || record.recordId === recordId) &&
      (outcome === undefined || (record.verdict === 'chosen') === (outcome === 'used')),
  );
  return found && records.length > 0 ? [{ event: query.event, ...found, records }] : [];
}
