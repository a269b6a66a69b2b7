import { required, withoutFields } from '../fields/field.js';
import { derived, isComplete } from '../output.js';
import { STANDARD_CONSUMER_INPUT } from '../subjects/consumer.js';
import { template } from '../template.js';
import { consumerCreditHealthSnapshot } from './consumer-credit-health-snapshot.js';

const { slug: snapshot, outputs } = consumerCreditHealthSnapshot;

/** A bundle (contract 4.7): reads what was furnished under `consumer_credit_health_snapshot`. */
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
});

/**
 * As furnished; otherwise it follows from the worst status that an account has now, where that plainly
 * says so. No list of its values is agreed on, and what nobody said is not said of a consumer.
 */
function pastDue(furnished: unknown, worstStatus: unknown): unknown {
  if (furnished !== null || typeof worstStatus !== 'string') return furnished;
  const status = worstStatus
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (CURRENT.test(status)) return 'false';
  return PAST_DUE.test(status) ? 'true' : null;
}

const CURRENT =
  /^(current|none|ok|no delinquency|(paid|pays) as agreed|never late|not past due|up to date|in good standing|0+( days?)?( past due| late)?)$/;
const PAST_DUE =
  /^((past due|late|delinquent|charged? off|in collections?|collections?|defaulted|in default)|[1-9]\d*\+?( days?)?( past due| late| delinquent))$/;
