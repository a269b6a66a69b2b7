import { QueryInteger } from '@ndx/service-kit';
import { IsOptional } from 'class-validator';
import type { HistoryEntry } from '../domain/consent-change.js';
import { OptionalScopeQuery } from './business-consent.dto.js';

/** A page of the history: at most `limit` entries after the revision `after`. */
export class HistoryQuery extends OptionalScopeQuery {
  @IsOptional()
  @QueryInteger({ min: 0, max: 2 ** 31 - 1 })
  readonly after: number = 0;

  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;
}

/** What changed, when, by which account (design 6). */
export function toHistoryRecord(entry: HistoryEntry) {
  return {
    revision: entry.revision,
    event: entry.action,
    occurred_at: entry.at.toISOString(),
    account_id: entry.accountId,
    changes: entry.differences,
  };
}
