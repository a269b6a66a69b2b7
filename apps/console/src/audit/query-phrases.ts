import { inWords } from '../parts/words.js';
import { textOf, type Phrase } from './sentence.js';

const ENDPOINT_CHANGES: Readonly<Record<string, string>> = {
  created: 'created the',
  replaced: 'changed the',
  secret_rotated: 'rotated the secret of the',
  deleted: 'deleted the',
  disabled_by_receiver: 'has a receiver that disabled the',
};

/** Queries, simulations and notice endpoints. */
export const QUERY_PHRASES = {
  'query.executed.v1': ({ subject, data }) => ({
    by: textOf(data['querying_entity_id']),
    did: [
      `queried the ${inWords(textOf(data['product_slug']) ?? 'product')} of a ${textOf(data['subject_type']) ?? 'subject'}${data['outcome'] === 'no_result' ? ', without a result' : ''}, in the`,
      { kind: 'query', id: subject },
    ],
  }),
  'query.notice-endpoint-changed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      ENDPOINT_CHANGES[textOf(data['change']) ?? ''] ?? 'changed the',
      { kind: 'notice endpoint', id: subject },
    ],
  }),
  'query.queries-simulated.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      'simulated past queries of the network under another policy, in the',
      { kind: 'simulation', id: subject },
    ],
  }),
  'query.simulated.v1': ({ subject, data }) => {
    const past = textOf(data['query_event_id']);
    return {
      by: textOf(data['entity_id']),
      did:
        past === undefined
          ? [
              'simulated a past query under another policy, in the',
              { kind: 'simulation', id: subject },
            ]
          : ['simulated the past', { kind: 'query', id: past }, 'under another policy'],
    };
  },
} satisfies Readonly<Record<string, Phrase>>;
