import { newId, QueryExecuted, type QueryEvent } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { eventOf, payloadOf } from './stored-event.js';

const [first, second, policy] = [newId(), newId(), newId()];

const EVENT: QueryEvent = QueryExecuted.parse({
  query_event_id: newId(),
  product_id: newId(),
  product_slug: 'kyb_certificate',
  kind: 'product',
  environment: 'development',
  network_ids: [first, second],
  policy_id: null,
  policy_version: null,
  networks: [
    { network_id: first, policy_id: null, policy_version: null },
    { network_id: second, policy_id: policy, policy_version: 3 },
  ],
  querying_entity_id: newId(),
  account_id: newId(),
  subject_type: 'business',
  subject_id: newId(),
  consent_id: null,
  permissible_purpose: null,
  furnishing_entity_ids: [newId()],
  certificate_id: newId(),
  outcome: 'issued',
  billable: true,
  occurred_at: '2026-05-01T10:00:00.120Z',
  request_id: 'req-7f3a',
});

describe('a stored query event', () => {
  test.each<[string, QueryEvent]>([
    ['of several networks', EVENT],
    [
      'with a policy of its first network',
      {
        ...EVENT,
        policy_id: policy,
        policy_version: 2,
        networks: [{ network_id: first, policy_id: policy, policy_version: 2 }],
        network_ids: [first],
      },
    ],
    ['of a renewal', { ...EVENT, notice_id: newId() }],
    [
      'without a subject',
      { ...EVENT, subject_id: null, certificate_id: null, outcome: 'no_result' },
    ],
    ['with a member of a later version', { ...EVENT, ...{ later: [1] } }],
  ])('%s is read as it was written', (_, event) => {
    const payload = payloadOf(event);
    expect(eventOf({ ...event, payload })).toEqual(event);
    expect(payload).not.toContain(event.query_event_id);
    expect(payload).not.toContain(event.network_ids[0]);
  });

  test('with every member in its payload is read from it alone', () => {
    const row = { ...EVENT, outcome: 'no_result' as const };
    expect(eventOf({ ...row, payload: JSON.stringify(EVENT) })).toEqual(EVENT);
  });
});
