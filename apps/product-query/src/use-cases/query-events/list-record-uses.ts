import { requireRole, type Principal, type QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { recordUses, type RecordUses } from '../../domain/explanation/record-uses.js';
import type { FeedOrder } from '../../storage/query-event-repository.js';
import { RecordUseRepository } from '../../storage/record-use-repository.js';
import { beginningAt, decodeCursor, encodeCursor } from './query-event-cursor.js';

export interface RecordUseWindow {
  readonly networkId: string;
  /** Any record of the caller without one. */
  readonly recordId: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
}

export interface RecordUsesPage {
  readonly uses: readonly (RecordUses & { readonly event: QueryEvent })[];
  readonly nextCursor: string;
}

/** `GET /v1/record-uses`: what became of a furnisher's own records (decision 0075). */
@Injectable()
export class ListRecordUses {
  constructor(private readonly recordUses: RecordUseRepository) {}

  /**
   * @throws PERMISSION_DENIED when not a furnisher there, VALIDATION_ERROR for an invalid cursor or
   *   the cursor of a page in another order
   */
  async list(principal: Principal, window: RecordUseWindow): Promise<RecordUsesPage> {
    const { networkId, recordId, cursor, from, order } = window;
    requireRole(principal, networkId, 'furnisher');
    const { entity_id: furnishingEntityId } = principal;
    const after = cursor === undefined ? undefined : decodeCursor(cursor, order);
    const page = await this.recordUses.list({
      ...window,
      furnishingEntityId,
      after,
    });
    const uses = page.queries.flatMap((query) => {
      const found = recordUses(query, networkId, furnishingEntityId);
      const records = (found?.records ?? []).filter(
        (record) => recordId === undefined || record.recordId === recordId,
      );
      return found && records.length > 0 ? [{ event: query.event, ...found, records }] : [];
    });
    return { uses, nextCursor: encodeCursor(page.end ?? after ?? beginningAt(from), order) };
  }
}
