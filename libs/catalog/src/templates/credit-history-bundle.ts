import { required, withoutFields } from '../fields/field.js';
import { wordsOfComplete } from '../kyc-part.js';
import { derived } from '../output.js';
import { PAST_DUE_WORDS, statedBoolean } from '../status-words.js';
import { STANDARD_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';
import { consumerCreditHealthSnapshot } from './consumer-credit-health-snapshot.js';

const { slug: snapshot, outputs } = consumerCreditHealthSnapshot;
const WORST_STATUS = 'aggregated_credit_accounts_worst_current_delinquency_status';

/**
 * A bundle (contract 4.7) of data furnished under `consumer_credit_health_snapshot`. It states
 * whether the history as a whole is complete, so all of it is from one record.
 */
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
      ['any_currently_past_due_accounts_', WORST_STATUS],
      pastDue,
    ),
    ...derived(
      snapshot,
      required('string', 'is_credit_history_complete'),
      ['is_credit_history_complete', WORST_STATUS],
      isHistoryComplete,
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

/** As furnished; otherwise by the worst current status of an account, if a listed word. */
function pastDue(furnished: unknown, worstStatus: unknown): string | null {
  const stated =
    statedBoolean(PAST_DUE_WORDS, furnished) ?? statedBoolean(PAST_DUE_WORDS, worstStatus);
  return stated === null ? null : String(stated);
}

/**
 * As furnished; otherwise complete if the accounts have a listed worst status. The other fields of
 * the history are required outputs.
 */
function isHistoryComplete(furnished: unknown, worstStatus: unknown): string | null {
  if (typeof furnished === 'boolean') return String(furnished);
  return statedBoolean(PAST_DUE_WORDS, worstStatus) === null ? null : 'true';
}
