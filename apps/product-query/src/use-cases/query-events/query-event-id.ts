import { newId, stableId } from '@ndx/contracts';
import { currentKeyedRequest } from '@ndx/service';

const HOUR_MS = 3_600_000;

/** The id of the event of the query that renews the certificate of a notice. */
export function renewalEventId(noticeId: string): string {
  return stableId('renewal', noticeId);
}

/**
 * The id of the current query's event. A request with an `Idempotency-Key` has the same id when it
 * is repeated, although the database lost the first answer: billing counts each id once (decision
 * 0072). A key that is used again after `keepHours`, when it is a new request, has another.
 *
 * @param now milliseconds since the epoch
 */
export function queryEventId(now: number, keepHours: number): string {
  const request = currentKeyedRequest();
  if (!request) return newId();
  const period = Math.floor(now / (keepHours * HOUR_MS));
  return stableId('query-event', `${request.scope.toString('hex')}/${period}`);
}
