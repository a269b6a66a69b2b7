import { EXAMPLE_IDS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { QueryEventPath } from './query-event-path.js';

const SavedPolicyTest = wire.record('SavedPolicyTest', {
  policy_id: wire.nullable(wire.uuid),
  policy_version: wire.nullable(wire.integer),
  test: wire.anyObject,
});

export const saveQueryAsTest = declareOperation({
  id: 'saveQueryAsTest',
  method: 'POST',
  path: '/v1/query-events/{query_event_id}/policy-test',
  service: 'product-query',
  permission: 'network:admin',
  changesNothing: true,
  summary: 'Return a past query as a test of its policy, with made-up values',
  description:
    'For governors of every network of the query. The test has the furnishers, the ages in days, the present fields, the consent, the attestations and the outcome of the query. Names, dates, identifiers, documents and other texts are made up; booleans and values that the policy accepts stay, other usual values become another one of the catalogue. What a consent hides is absent; a required field that it hides has the example of the catalogue. A test of a bundle has the built-in policy for the data sets that it reads. Queries of several networks and of disputed data are refused. It is an audit entry of the network, as a simulation under the policy of the query.',
  request: { path: QueryEventPath },
  answer: SavedPolicyTest,
  refusals: ['not_found', 'role_missing', 'not_testable'],
  words: {
    'SavedPolicyTest.policy_id': [
      'The policy of the query; null for the built-in default.',
      EXAMPLE_IDS.policy,
    ],
    'SavedPolicyTest.policy_version': [
      'Its version, under which the test passes; null for the built-in default.',
      2,
    ],
    'SavedPolicyTest.test': [
      'A test in the format of `ndx policy test`; its member `policy` is the id of the policy.',
      { name: 'a past query is issued' },
    ],
  },
});
