import { listIn, memberOf, textIn, type Answer } from '../http/answer.js';
import { del, get, post, put, type Request } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, envelope, noResult, ok, requireValues, type Values } from '../run/expect.js';
import { JUST_NOW } from '../run/like.js';
import { itemIn } from '../run/pages.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { aPolicy, kybQuery } from './kyb/business.js';
import { aQueriedRecord, IDENTITY, type QueriedRecord } from './kyb/queried-record.js';

const DISPUTE = record(`
  dispute_id network_id record_id furnishing_entity_id disputing_entity_id: uuid
  query_event_id: uuid | null  on_behalf_of_subject is_overdue: boolean
  model_name reason state: string  opened_at acknowledge_by decide_by: date-time
  field_name reason_text attachment_sha256 outcome decision_reason decision_text: string | null
  statement_text: string | null  acknowledged_at decided_at stated_at: date-time | null
`);

const UPHELD = { outcome: 'upheld', reason: 'verified', reason_text: 'Test' };

/** Disputes the identity in a record that a query used. */
export function disputing({ id, queryId }: QueriedRecord, change: Values = {}): Request {
  return post(`/v1/records/${id}/disputes`, {
    query_event_id: queryId,
    model_name: IDENTITY,
    reason: 'wrong_value',
    reason_text: 'Test',
    ...change,
  });
}

async function aDisputedRecord(kit: Kit) {
  const queriedRecord = await aQueriedRecord(kit);
  const { body } = await kit.done(disputing(queriedRecord));
  return { ...queriedRecord, path: `/v1/disputes/${textIn(body, 'dispute_id')}` };
}

const disputed = fixture(aDisputedRecord);

async function aDecidedDispute(kit: Kit) {
  const disputedRecord = await aDisputedRecord(kit);
  await kit.done(post(`${disputedRecord.path}/decide`, UPHELD));
  return disputedRecord;
}

const decided = fixture(aDecidedDispute);

const STATEMENT = { statement_text: 'Still wrong' };

const stating = ({ path }: { readonly path: string }) => put(`${path}/statement`, STATEMENT);

const queryOf = (kit: Kit, { businessId }: QueriedRecord, change: Values = {}) =>
  kybQuery(kit, { business_id: businessId, ...change });

/** Its marks, each with these values. */
const marks = (...expected: readonly Values[]) => {
  return (answer: Answer) => {
    const found = memberOf(answer.body, 'result', 'meta', 'disputes') ?? [];
    const listed = listIn(found);
    requireValues(answer, { marks: listed.length }, { marks: expected.length });
    expected.forEach((values, index) => requireValues(answer, listed[index], values));
  };
};

/** A dispute of a record (design 8). */
export const disputeRows: readonly Row[] = cases('design 8', [
  {
    says: 'an institution disputes a section of a record that its query used',
    request: async (kit) => disputing(await aQueriedRecord(kit)),
    expect: async (answer, kit) =>
      ok(DISPUTE, {
        ...{ network_id: kit.networkId, state: 'open', model_name: IDENTITY, field_name: null },
        ...{ disputing_entity_id: kit.entityId, furnishing_entity_id: kit.entityId },
        ...{ opened_at: JUST_NOW, outcome: null, is_overdue: false },
      })(answer),
  },
  {
    says: 'a query that did not use the record is no ground for a dispute',
    request: async (kit) => {
      const { queryId } = await aQueriedRecord(kit);
      return disputing(await disputed(kit), { query_event_id: queryId });
    },
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
  {
    says: 'an answer marks the disputed section until the dispute is decided',
    request: async (kit) => queryOf(kit, await disputed(kit)),
    expect: all(ok(record('result: object')), marks({ model_name: IDENTITY, field_name: null })),
  },
  {
    says: 'an answer marks no section after the decision of the dispute',
    request: async (kit) => queryOf(kit, await decided(kit)),
    expect: all(ok(record('result: object')), marks()),
  },
  {
    says: 'a policy that excludes disputed data has no use of the record',
    request: async (kit) => {
      const excluding = { model_name: IDENTITY, is_required: true, disputed_data: 'exclude' };
      const policy_id = await aPolicy(kit, { model_selections: [excluding] });
      return queryOf(kit, await disputed(kit), { policy_id });
    },
    expect: noResult,
  },
  {
    says: 'the furnisher acknowledges a dispute',
    request: async (kit) => post(`${(await aDisputedRecord(kit)).path}/acknowledge`),
    expect: ok(DISPUTE, { state: 'acknowledged', acknowledged_at: JUST_NOW }),
  },
  {
    says: 'a decided dispute shows its outcome and its reason',
    request: async (kit) => get((await decided(kit)).path),
    expect: ok(DISPUTE, {
      ...{ state: 'decided', outcome: 'upheld', decision_reason: 'verified' },
      ...{ decision_text: 'Test', decided_at: JUST_NOW },
    }),
  },
  {
    says: 'another decision of a decided dispute is a 409',
    request: async (kit) => {
      const decision = { ...UPHELD, reason: 'other' };
      return post(`${(await decided(kit)).path}/decide`, decision);
    },
    expect: envelope('RESOURCE_CONFLICT'),
  },
  {
    says: 'the disputing institution attaches a statement to an upheld record',
    request: async (kit) => stating(await aDecidedDispute(kit)),
    expect: ok(DISPUTE, { ...STATEMENT, outcome: 'upheld', stated_at: JUST_NOW }),
  },
  {
    says: 'a statement before the decision is a 409',
    request: async (kit) => stating(await disputed(kit)),
    expect: envelope('RESOURCE_CONFLICT'),
  },
  {
    says: 'a removed statement is no longer at the dispute',
    request: async (kit) => {
      const dispute = await aDecidedDispute(kit);
      await kit.done(stating(dispute));
      return del(`${dispute.path}/statement`);
    },
    expect: ok(DISPUTE, { outcome: 'upheld', statement_text: null, stated_at: null }),
  },
  {
    says: 'the explanation of an answer has the text of a statement, its institution and its time',
    request: async (kit) => {
      const dispute = await aDecidedDispute(kit);
      await kit.done(stating(dispute));
      return get(`/v1/query-events/${dispute.queryId}/explanation`);
    },
    expect: async (answer, kit) => {
      ok(record('record_disputes: array'))(answer);
      const [found] = listIn(memberOf(answer.body, 'record_disputes'));
      const statement = memberOf(found, 'statement');
      requireValues(answer, statement, {
        ...STATEMENT,
        ...{ stated_by_entity_id: kit.entityId, stated_at: JUST_NOW },
      });
    },
  },
  {
    says: 'the decision withdrawn withdraws the record',
    request: async (kit) => {
      const { id, path } = await aDisputedRecord(kit);
      const decision = { outcome: 'withdrawn', reason: 'wrong_value', reason_text: 'Test' };
      await kit.done(post(`${path}/decide`, decision));
      return get(`/v1/records/${id}`);
    },
    expect: ok(record('state: string'), { state: 'withdrawn' }),
  },
  {
    says: 'the list of disputes has the dispute as it is read',
    request: async (kit) => get((await disputed(kit)).path),
    expect: async (answer, kit) => {
      const { path } = await disputed(kit);
      const id = path.slice('/v1/disputes/'.length);
      const listed = await itemIn(kit, '/v1/disputes', 'dispute_id', id);
      ok(DISPUTE)(answer);
      requireValues(answer, listed, answer.body as Values);
    },
  },
  {
    says: 'a dispute in a network to which the caller does not belong is a 404',
    needs: ['other'],
    request: async (kit) => get((await disputed(kit)).path, { as: 'other' }),
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
]);
