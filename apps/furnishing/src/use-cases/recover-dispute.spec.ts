import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DisputeChanged, newId, type PayloadOf } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Reconciliation, type ReadModelRow } from '@ndx/replication';
import { member } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const service = useFurnishingService();

let reconcile: (row: ReadModelRow) => Promise<string>;
let close: () => Promise<void>;

beforeEach(async () => {
  const { app, close: stop } = await service.assemble();
  const [transactions, reconciliation] = [app.get(Transactions), app.get(Reconciliation)];
  [reconcile, close] = [(row) => reconciliation.reconcile(transactions, row), stop];
});
afterEach(() => close());

const TIME = '2026-01-15T09:30:00.000Z';

/** A record, and the row of a dispute about it that a lost history has. */
async function aDisputedRecord() {
  const furnisher = kybFurnisher(service);
  const section = anIdentitySection({}, daysAgo(1));
  const { body } = await furnisher.furnish([aRecord({ business_identity_verification: section })]);
  const [{ record_id }] = body['results'] as [{ record_id: string }];
  const reader = member(furnisher.network, 'querier');
  const { network: network_id, principal } = furnisher;
  const state: PayloadOf<typeof DisputeChanged> = {
    ...{ dispute_id: newId(), revision: 7, network_id, record_id },
    furnishing_entity_id: principal.entity_id,
    ...{ disputing_entity_id: reader.entity_id, query_event_id: null, on_behalf_of_subject: true },
    ...{ model_name: 'business_identity_verification', field_name: null },
    ...{ reason: 'wrong_value', attachment_sha256: null, state: 'open', outcome: null },
    ...{ decision_reason: null, opened_at: TIME, acknowledge_by: TIME, acknowledged_at: null },
    ...{ decide_by: TIME, decided_at: null, stated_at: null, statement_removed_at: null },
  };
  return { principal, reader, state };
}

const rowOf = (state: PayloadOf<typeof DisputeChanged>, revision = 7): ReadModelRow => ({
  ...{ aggregate: 'dispute', key: state.dispute_id, revision, state },
  ...{ event_id: newId(), refused_event_id: null },
});

const published = (id: string) =>
  service.subscriber.envelopes
    .filter(({ subject }) => subject === id)
    .map(({ data }) => DisputeChanged.parse(JSON.parse(data)));

test('a dispute that only the read model has is recovered without its text', async () => {
  const { reader, state } = await aDisputedRecord();
  expect(await reconcile(rowOf(state))).toBe('recovered');
  const { body } = await service.call(reader, 'GET', `/v1/disputes/${state.dispute_id}`);
  const { revision, statement_removed_at: removed, ...members } = state;
  expect(body).toMatchObject({ ...members, reason_text: null });
  expect([revision, removed]).toEqual([7, null]);
});

test('a decision that only the read model has is recovered, and stays', async () => {
  const { principal, state } = await aDisputedRecord();
  await reconcile(rowOf(state));
  const decision = { outcome: 'upheld', decision_reason: 'verified', decided_at: TIME } as const;
  const decided = { ...state, ...decision, acknowledged_at: TIME, state: 'decided' } as const;
  expect(await reconcile(rowOf(decided, 17))).toBe('recovered');
  expect(await reconcile(rowOf(state, 27))).toBe('republished');
  const path = `/v1/disputes/${state.dispute_id}`;
  const { body } = await service.call(principal, 'GET', path);
  expect(body).toMatchObject({ ...decision, state: 'decided', decision_text: null });
  expect((await service.call(principal, 'POST', `${path}/acknowledge`)).status).toBe(409);
});

test('the later change of a statement is recovered, without its text', async () => {
  const { reader, state } = await aDisputedRecord();
  const upheld = { outcome: 'upheld', decision_reason: 'verified', decided_at: TIME } as const;
  const decided = { ...state, ...upheld, acknowledged_at: TIME, state: 'decided' } as const;
  await reconcile(rowOf(decided));
  const path = `/v1/disputes/${state.dispute_id}`;
  const shown = async () => (await service.call(reader, 'GET', path)).body;
  const stated = { ...decided, stated_at: '2026-01-16T00:00:00.000Z' };
  expect(await reconcile(rowOf(stated, 17))).toBe('recovered');
  expect(await shown()).toMatchObject({ stated_at: stated.stated_at, statement_text: null });
  const statement = { statement_text: 'Dissolved' };
  await service.call(reader, 'PUT', `${path}/statement`, statement);
  expect(await reconcile(rowOf(stated, 27))).toBe('republished');
  expect(await shown()).toMatchObject(statement);
  const removed = { ...decided, statement_removed_at: '2099-01-01T00:00:00.000Z' };
  expect(await reconcile(rowOf(removed, 37))).toBe('recovered');
  expect(await shown()).toMatchObject({ statement_text: null, stated_at: null });
});

test('a dispute of a record that is lost, too, stays in the read model', async () => {
  const { state } = await aDisputedRecord();
  const lost = { ...state, record_id: randomUUID() };
  expect(await reconcile(rowOf(lost))).toBe('unknown');
  expect(published(state.dispute_id)).toEqual([]);
});
