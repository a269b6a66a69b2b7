import { nullable, required } from './fields/field.js';
import { attested, made } from './output.js';

/** The fields that the network adds to answers (contract 4.7). */
export const QUERY_ID = made('query-id', required('uuid', 'network_query_id'));

export const FURNISHER_ID = made('furnisher-id', required('uuid', 'network_furnisher_id'));

export const ADVERSE_ACTION_INDICATOR = required(
  'boolean',
  'network_adverse_action_eligible_indicator',
);

/**
 * Whether a lender may base an adverse action on the answer: only if each contributing institution
 * has attested to this kind of data, so that a notice can name a responsible source.
 */
export const ADVERSE_ACTION_ELIGIBLE = attested(ADVERSE_ACTION_INDICATOR);

/** Members of a furnish request about the exchange itself; they are not data. */
export const FURNISHING_IDS = nullable('uuid', 'network_federation_id', 'network_furnisher_id');
