import { EXAMPLE_IDS } from '@ndx/contracts';
import { nullable, required, worded, type WordTable } from './fields/field.js';
import { attested, made } from './output.js';

/** The fields that the network adds to answers (contract 4.7). */
export const QUERY_ID = made(
  'query-id',
  worded(
    { network_query_id: ['The query; its query event has the same id.', EXAMPLE_IDS.query] },
    required('uuid', 'network_query_id'),
  ),
);

export const FURNISHER_ID = made(
  'furnisher-id',
  worded(
    {
      network_furnisher_id: ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
    },
    required('uuid', 'network_furnisher_id'),
  ),
);

export const ADVERSE_ACTION_INDICATOR = worded(
  {
    network_adverse_action_eligible_indicator:
      'Whether a lender may base an adverse action on the answer: every contributing institution attested to this kind of data.',
  },
  required('boolean', 'network_adverse_action_eligible_indicator'),
);

/**
 * Whether a lender may base an adverse action on the answer: only if each contributing institution
 * has attested to this kind of data, so that a notice can name a responsible source.
 */
export const ADVERSE_ACTION_ELIGIBLE = attested(ADVERSE_ACTION_INDICATOR);

/** The words of members of a furnish request about the exchange itself. */
export const FURNISHING_WORDS: WordTable = {
  network_federation_id: [
    'Accepted and not stored: the network of the request is in `X-Network-Id`.',
    EXAMPLE_IDS.network,
  ],
  network_furnisher_id: [
    "The caller's institution; another one is rejected.",
    EXAMPLE_IDS.furnisher,
  ],
};

/** Members of a furnish request about the exchange itself; they are not data. */
export const FURNISHING_IDS = worded(
  FURNISHING_WORDS,
  nullable('uuid', 'network_federation_id', 'network_furnisher_id'),
);

/** The record that a furnished one replaces; it is stored beside the data. */
export const CORRECTED_RECORD = worded(
  {
    corrects_record_id: [
      'The earlier record of the institution that this one replaces: of the same product or template and subject.',
      EXAMPLE_IDS.record,
    ],
  },
  nullable('uuid', 'corrects_record_id'),
);
