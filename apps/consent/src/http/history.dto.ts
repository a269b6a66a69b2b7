import { QueryInteger, wire } from '@ndx/api';
import { IsOptional } from 'class-validator';
import { CONSENT_ACTIONS, type HistoryEntry } from '../domain/consent-change.js';
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
export const ConsentEvent = wire.record('ConsentEvent', {
  revision: wire.count,
  event: wire.oneOf(CONSENT_ACTIONS),
  occurred_at: wire.timestamp,
  account_id: wire.uuid,
  /** By member of the record: what it was, and what it became. */
  changes: wire.anyObject,
});

export function toHistoryRecord(entry: HistoryEntry): wire.Of<typeof ConsentEvent> {
  return {
    revision: entry.revision,
    event: entry.action,
    occurred_at: entry.at.toISOString(),
    account_id: entry.accountId,
    changes: entry.differences,
  };
}
