import { newId, type Principal, type QueryEvent } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { visibleEvent } from './visible-event.js';

const [open, closed] = [newId(), newId()];

const event: QueryEvent = {
  query_event_id: newId(),
  product_id: newId(),
  product_slug: 'total_consumer_assets',
  kind: 'template',
  environment: 'development',
  network_ids: [closed, open],
  policy_id: newId(),
  policy_version: 2,
  networks: [closed, open].map((network_id) => ({
    network_id,
    policy_id: newId(),
    policy_version: 2,
  })),
  querying_entity_id: newId(),
  account_id: newId(),
  subject_type: 'consumer',
  subject_id: newId(),
  consent_id: newId(),
  permissible_purpose: 'account_review',
  furnishing_entity_ids: [newId()],
  certificate_id: null,
  outcome: 'issued',
  billable: true,
  occurred_at: '2026-01-15T09:30:00.000Z',
  request_id: 'request',
};

const readerIn = (networkIds: readonly string[], entity_id = newId()): Principal => ({
  account_id: newId(),
  entity_id,
  permissions: ['billing:read'],
  memberships: networkIds.map((network_id) => ({ network_id, roles: ['governor'], country: 'US' })),
});

test('a governor of all its networks sees the whole event', () => {
  expect(visibleEvent(event, readerIn([open, closed]))).toEqual(event);
});

test('the querying institution sees the whole event, also of a network that it has left', () => {
  expect(visibleEvent(event, readerIn([open], event.querying_entity_id))).toEqual(event);
});

test('a governor of one of its networks sees nothing that belongs to the others', () => {
  const seen = visibleEvent(event, readerIn([open]));
  for (const hidden of [closed, event.subject_id, event.consent_id, event.policy_id]) {
    expect(JSON.stringify(seen)).not.toContain(hidden);
  }
  expect(seen).toMatchObject({
    query_event_id: event.query_event_id,
    network_ids: [open],
    furnishing_entity_ids: [],
    outcome: 'issued',
    billable: true,
  });
});
