import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';

/** The statuses of consents, as the address of their list has them. */
export const CONSENT_STATUSES = ['active', 'expired', 'revoked'] as const;

const FILTERS = {
  ...PERIOD_SEARCH,
  status: oneOf(CONSENT_STATUSES),
  ends: oneOf(['soon']),
};

/** The filters of the list of consents in an address, without the kind of subject. */
export const consentFiltersIn = searchReader(FILTERS);

export type ConsentFilters = SearchOf<typeof consentFiltersIn>;

export const readConsentSearch = searchReader({
  ...ORDER_SEARCH,
  ...FILTERS,
  kind: oneOf(['consumer']),
  // The form to record a consent is open, with this name.
  ...{ action: oneOf(['record']), business_legal_name: text },
});
