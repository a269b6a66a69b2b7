import { nullable, required } from './fields/field.js';
import { derived, made } from './output.js';

/** What the network itself puts into answers (contract 4.7). */
export const QUERY_ID = made('query-id', required('uuid', 'network_query_id'));

export const FURNISHER_ID = made('furnisher-id', required('uuid', 'network_furnisher_id'));

export const ADVERSE_ACTION_INDICATOR = required(
  'boolean',
  'network_adverse_action_eligible_indicator',
);

/**
 * Whether a lender may ground an adverse action on the answer, where no furnisher says so itself.
 * It may: the consumer was matched on a whole social security number, and each source is a known
 * institution that a notice can name.
 */
export const ADVERSE_ACTION_ELIGIBLE = derived('', ADVERSE_ACTION_INDICATOR, [], () => true);

/** What a furnish request may say about the exchange itself; none of it is data. */
export const FURNISHING_IDS = nullable('uuid', 'network_federation_id', 'network_furnisher_id');
