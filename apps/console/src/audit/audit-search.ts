import { SERVICE_NAMES } from '../operation/services.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';

/** The filters of the entries, by the names of the interface. */
export const readCriteria = searchReader({
  type: text,
  subject: text,
  account_id: text,
  related_id: text,
});

export type EntryCriteria = SearchOf<typeof readCriteria>;

/** The filters as they were entered; undefined removes one from the address. */
export type EnteredCriteria = Readonly<Record<keyof EntryCriteria, string | undefined>>;

/** Without a service: the logs of all services. */
const readLogs = searchReader({ service: oneOf(SERVICE_NAMES), ...PERIOD_SEARCH });

/** The service whose log is shown, the period and the filters, in the address. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>) {
  return { ...readLogs(search), ...readCriteria(search) };
}
