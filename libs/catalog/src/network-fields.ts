import { nullable, required } from './fields/field.js';
import { attested, made } from './output.js';

/** What the network itself puts into answers (contract 4.7). */
export const QUERY_ID = made('query-id', required('uuid', 'network_query_id'));

export const FURNISHER_ID = made('furnisher-id', required('uuid', 'network_furnisher_id'));

export const ADVERSE_ACTION_INDICATOR = required(
  'boolean',
  'network_adverse_action_eligible_indicator',
);

/**
 * Whether a lender may ground an adverse action on the answer: only where each institution that it
 * rests on has signed for this kind of data, so that a notice can name a source that answers for it.
 */
export const ADVERSE_ACTION_ELIGIBLE = attested(ADVERSE_ACTION_INDICATOR);

/** What a furnish request may say about the exchange itself; none of it is data. */
export const FURNISHING_IDS = nullable('uuid', 'network_federation_id', 'network_furnisher_id');
