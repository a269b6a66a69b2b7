import { expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { readableData } from './readable-data.js';

const [ENTITY, NETWORK] = [newId(), newId()];

const entry = (change: { readonly type?: string; readonly data?: string | null }) => ({
  ...{ network: NETWORK, seq: 1, eventId: newId(), type: 'consent.granted.v1', subject: newId() },
  ...{ accountId: null, requestId: null, occurredAt: '2026-01-15T09:30:00.000Z' },
  ...{ salt: '', content: '', hash: '', isIntact: true },
  data: JSON.stringify({
    ...{ consent_id: newId(), network_id: NETWORK, entity_id: ENTITY, kind: 'business' },
    ...{ business_legal_name: 'Example LLC', match_hashes: ['q1Yx0c7dT3'] },
  }),
  ...change,
});

test('an entry has the members that its event declares as readable, and no other', () => {
  expect(JSON.parse(readableData(entry({})) ?? '')).toEqual({
    entity_id: ENTITY,
    kind: 'business',
  });
});

test('an altered or erased entry, and one of an event that is not declared, have none', () => {
  expect(readableData({ ...entry({ data: 'no JSON' }), isIntact: false })).toBeNull();
  expect(readableData(entry({ data: null }))).toBeNull();
  expect(readableData(entry({ type: 'consent.revoked.v1' }))).toBeNull();
});
