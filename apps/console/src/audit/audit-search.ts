import { SERVICE_NAMES } from '../operation/services.js';
import { oneOf, searchReader, text, time, type SearchOf } from '../parts/search.js';

/** The filters of the entries, by the names of the interface. */
export const readCriteria = searchReader({
  type: text,
  subject: text,
  /** ISO 8601, inclusive. */
  from: time,
  /** ISO 8601, exclusive. */
  to: time,
});

export type EntryCriteria = SearchOf<typeof readCriteria>;

const readService = searchReader({ service: oneOf(SERVICE_NAMES) });

/** The service whose log is shown, and the filters, in the address. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>) {
  return { ...readService(search), ...readCriteria(search) };
}
