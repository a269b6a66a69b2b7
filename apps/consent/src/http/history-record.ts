import type { AnswerOf, consentOperationsOf } from '@ndx/api';
import type { HistoryEntry } from '../domain/consent-change.js';

type History = AnswerOf<(typeof consentOperationsOf)['consumer']['history']>;

/** A change of a consent, with its time and account (design 6). */
export function toHistoryRecord(entry: HistoryEntry): History['data'][number] {
  return {
    revision: entry.revision,
    event: entry.action,
    occurred_at: entry.at.toISOString(),
    account_id: entry.accountId,
    changes: entry.differences,
  };
}
