import { required, withoutFields } from '../fields/field.js';
import { wordsOfComplete } from '../kyc-part.js';
import { derived, isComplete } from '../output.js';
import { PAST_DUE_WORDS, statedBoolean } from '../status-words.js';
import { STANDARD_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';
import { consumerCreditHealthSnapshot } from './consumer-credit-health-snapshot.js';

const { slug: snapshot, outputs } = consumerCreditHealthSnapshot;

/** A bundle (contract 4.7) of data furnished under `consumer_credit_health_snapshot`. */
export const creditHistoryBundle = template({
  slug: 'credit_history_bundle',
  subject: 'consumer',
  query: {
    path: '/api/use_cases/templates/credit_history_bundle',
    input: withoutFields(STANDARD_CONSUMER_INPUT, 'consumer_cross_reference_id'),
  },
  furnish: null,
  outputs: [
    ...outputs,
    ...derived(
      snapshot,
      required('string', 'any_currently_past_due_accounts_'),
      [
        'any_currently_past_due_accounts_',
        'aggregated_credit_accounts_worst_current_delinquency_status',
      ],
      pastDue,
    ),
    ...derived(
      snapshot,
      required('string', 'is_credit_history_complete'),
      outputs.flatMap(({ source }) => (source.kind === 'furnished' ? [source.field] : [])),
      isComplete,
    ),
  ],
  words: {
    any_currently_past_due_accounts_: [
      'Whether an account is past due, as `"true"` or `"false"`.',
      'false',
    ],
    is_credit_history_complete: wordsOfComplete('credit history'),
  },
});

/**
 * The furnished value; otherwise one derived from an account's worst current status, if a listed
 * word.
 */
function pastDue(furnished: unknown, worstStatus: unknown): unknown {
  if (furnished !== null) return furnished;
  const stated = statedBoolean(PAST_DUE_WORDS, worstStatus);
  return stated === null ? null : String(stated);
}
