import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DisputeChanged, NetworkChanged, RecordEnded, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { OBJECTION, readRecordOf, UPHELD } from '../testing/disputes.js';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const service = useFurnishingService({ ENVIRONMENT: 'sandbox' });

const DAY_S = 86_400;
/** The days until the end of five business days, from Sunday to Saturday. */
const FIVE_BUSINESS_DAYS = [5, 7, 7, 7, 7, 7, 6];

const aReadRecord = () => readRecordOf(service);

const read = (who: Principal, id: string) => service.call(who, 'GET', `/v1/disputes/${id}`);
const acknowledge = (who: Principal, id: string) =>
  service.call(who, 'POST', `/v1/disputes/${id}/acknowledge`);
const decide = (who: Principal, id: string, body: object = UPHELD) =>
  service.call(who, 'POST', `/v1/disputes/${id}/decide`, body);
const withdraw = (who: Principal, id: string) =>
  service.call(who, 'POST', `/v1/records/${id}/withdraw`, { reason: 'outdated' });

/** The days from the opening of a dispute to a deadline. */
const daysIn = (body: Readonly<Record<string, unknown>>, deadline: string) =>
  (Date.parse(String(body[deadline])) - Date.parse(String(body['opened_at']))) / (DAY_S * 1_000);

/** The clock of a sandbox, ahead by a number of days. */
const later = (principal: Principal, days: number): Principal => ({
  ...principal,
  clock_offset_seconds: days * DAY_S,
});

afterEach(() => service.subscriber.failWith(undefined));

describe('a dispute', () => {
  test('is opened by an institution whose query used the record, with two deadlines', async () => {
    const { id, network, principal, reader, query, open } = await aReadRecord();
    const { status, body } = await open({ attachment_sha256: 'ab'.repeat(32) });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...OBJECTION,
        record_id: id,
        network_id: network,
        furnishing_entity_id: principal.entity_id,
        disputing_entity_id: reader.entity_id,
        query_event_id: query,
        on_behalf_of_subject: false,
        state: 'open',
        is_overdue: false,
        outcome: null,
        decided_at: null,
      },
    });
    expect(daysIn(body, 'decide_by')).toBe(30);
    const weekday = new Date(String(body['opened_at'])).getUTCDay();
    expect(daysIn(body, 'acknowledge_by')).toBe(FIVE_BUSINESS_DAYS[weekday]);
  });

  test('has the deadlines that a governor set for its network, and only for later disputes', async () => {
    const { network, open } = await aReadRecord();
    const before = await open();
    await service.deliver(NetworkChanged, {
      ...{ network_id: network, entity_id: randomUUID(), identity_visibility: 'network' },
      ...{ dispute_acknowledge_days: 10, dispute_decide_days: 2, records_of_leavers: 'exclude' },
      ...{ policy_changes: 'direct', direct_changes_requested_by: null },
      client_token_binding: 'optional',
      revision: 1,
    });
    const { body } = await open({ field_name: null });
    expect(daysIn(body, 'decide_by')).toBe(2);
    expect(daysIn(body, 'acknowledge_by')).toBeGreaterThanOrEqual(12);
    expect((await open()).body['decide_by']).toBe(before.body['decide_by']);
  });

  test('needs a query that used the record, or the request of the subject', async () => {
    const { open } = await aReadRecord();
    expect((await open({ query_event_id: randomUUID() })).status).toBe(404);
    expect((await open({ query_event_id: null })).body['reason']).toBe('invalid_value');
    const asked = await open({ query_event_id: null, on_behalf_of_subject: true });
    expect(asked).toMatchObject({ status: 200, body: { on_behalf_of_subject: true } });
  });

  test('cannot be opened from outside the network, where the record does not exist', async () => {
    const { open } = await aReadRecord();
    const stranger = member(randomUUID(), 'querier');
    const more = { query_event_id: null, on_behalf_of_subject: true };
    expect((await open(more, stranger)).body).toMatchObject({
      reason: 'not_found',
      detail: 'record not found',
    });
  });

  test('names a model and a field of the catalogue', async () => {
    const { open } = await aReadRecord();
    expect((await open({ model_name: 'no_model' })).body['reason']).toBe('unknown_field');
    expect((await open({ field_name: 'no_field' })).body['reason']).toBe('unknown_field');
    expect((await open({ field_name: null })).status).toBe(200);
  });

  test('is the only undecided one of the institution about the same part', async () => {
    const { principal, open, opened } = await aReadRecord();
    const first = await opened();
    expect(await opened()).toBe(first);
    const other = await open({ reason_text: 'Another text' });
    expect(other).toMatchObject({ status: 409, body: { reason: 'already_exists' } });
    expect((await open({ field_name: null })).status).toBe(200);
    await decide(principal, first);
    expect(await opened()).not.toBe(first);
  });

  test('is confirmed by a repeated request when it was not delivered', async () => {
    const { principal, open, opened } = await aReadRecord();
    const asked = { query_event_id: null, on_behalf_of_subject: true };
    service.subscriber.failWith(503);
    expect((await open(asked)).body['reason']).toBe('not_confirmed');
    service.subscriber.failWith(undefined);
    const id = await opened(asked);
    service.subscriber.failWith(503);
    expect((await acknowledge(principal, id)).body['reason']).toBe('not_confirmed');
    service.subscriber.failWith(undefined);
    expect((await acknowledge(principal, id)).status).toBe(200);
    const delivered = service.subscriber.envelopes.filter(({ subject }) => subject === id);
    const states = delivered.map(({ data }) => DisputeChanged.parse(JSON.parse(data)).state);
    expect(states).toEqual(['open', 'open', 'acknowledged', 'acknowledged']);
  });

  test('is visible to both sides and to governors, and to nobody else', async () => {
    const { network, principal, reader, opened } = await aReadRecord();
    const id = await opened();
    const governor = member(network, 'governor');
    const seen = await read(reader, id);
    expect(seen).toMatchObject({ status: 200, body: { dispute_id: id } });
    expect(await read(principal, id)).toEqual(seen);
    expect(await read(governor, id)).toEqual(seen);
    for (const stranger of [member(network, 'querier'), member(randomUUID(), 'governor')]) {
      const absent = await read(stranger, randomUUID());
      expect(await read(stranger, id)).toMatchObject({
        status: 404,
        body: { detail: absent.body['detail'] },
      });
      expect((await decide(stranger, id)).status).toBe(404);
    }
    for (const other of [reader, governor]) {
      expect((await acknowledge(other, id)).body['reason']).toBe('other_institution');
      expect((await decide(other, id)).status).toBe(403);
    }
  });

  test('is published without the texts of the two sides', async () => {
    const { principal, opened } = await aReadRecord();
    const id = await opened();
    await acknowledge(principal, id);
    await decide(principal, id);
    const events = await eventually(() => {
      const sent = service.published(DisputeChanged, id);
      expect(sent.length).toBe(3);
      return sent;
    });
    expect(events).toMatchObject([
      { revision: 1, state: 'open', outcome: null },
      { revision: 2, state: 'acknowledged' },
      { revision: 3, state: 'decided', outcome: 'upheld' },
    ]);
    const text = JSON.stringify(events);
    expect(text).not.toContain(OBJECTION.reason_text);
    expect(text).not.toContain(UPHELD.reason_text);
  });
});

describe('the furnisher', () => {
  test('acknowledges once, and decides for good', async () => {
    const { principal, opened } = await aReadRecord();
    const id = await opened();
    const acknowledged = await acknowledge(principal, id);
    expect(acknowledged).toMatchObject({ status: 200, body: { state: 'acknowledged' } });
    expect(await acknowledge(principal, id)).toEqual(acknowledged);
    const decided = await decide(principal, id);
    expect(decided).toMatchObject({
      status: 200,
      body: { state: 'decided', outcome: 'upheld', decision_text: 'Checked again' },
    });
    expect(await decide(principal, id)).toEqual(decided);
    const other = await decide(principal, id, { ...UPHELD, reason: 'other' });
    expect(other).toMatchObject({ status: 409, body: { reason: 'already_resolved' } });
    expect((await acknowledge(principal, id)).status).toBe(409);
  });

  test('withdraws the record by its decision', async () => {
    const { principal, id: record, opened } = await aReadRecord();
    const id = await opened();
    const decision = { outcome: 'withdrawn', reason: 'wrong_value', reason_text: 'So it is' };
    service.subscriber.failWith(503);
    expect((await decide(principal, id, decision)).body['reason']).toBe('not_confirmed');
    service.subscriber.failWith(undefined);
    expect((await decide(principal, id, decision)).status).toBe(200);
    const { body } = await service.call(principal, 'GET', `/v1/records/${record}`);
    expect(body).toMatchObject({ state: 'withdrawn', reason: 'wrong_value' });
    const ends = service.subscriber.envelopes.filter(({ subject }) => subject === record);
    expect(ends.at(-1)).toMatchObject({ type: RecordEnded.type });
  });

  test('keeps an earlier withdrawal of the record', async () => {
    const { principal, id: record, opened } = await aReadRecord();
    const id = await opened();
    const before = await withdraw(principal, record);
    const decision = { outcome: 'withdrawn', reason: 'wrong_value', reason_text: 'So it is' };
    expect((await decide(principal, id, decision)).status).toBe(200);
    expect(await service.call(principal, 'GET', `/v1/records/${record}`)).toEqual(before);
  });

  test('cannot decide that a record is corrected which is not', async () => {
    const { principal, id: record, opened } = await aReadRecord();
    const id = await opened();
    const decision = { outcome: 'corrected', reason: 'wrong_value', reason_text: 'Corrected' };
    const refused = await decide(principal, id, decision);
    expect(refused).toMatchObject({ status: 409, body: { reason: 'record_not_ended' } });
    await withdraw(principal, record);
    expect((await decide(principal, id, decision)).status).toBe(409);
    expect((await read(principal, id)).body['state']).toBe('open');
  });

  test('decides that a record is corrected after its correction', async () => {
    const { principal, id: record, furnish, opened } = await aReadRecord();
    const id = await opened();
    const section = anIdentitySection({}, daysAgo(1));
    const correction = aRecord({ business_identity_verification: section });
    const { body } = await furnish([{ ...correction, corrects_record_id: record }]);
    expect(body['results']).toMatchObject([{ accepted: true }]);
    const decision = { outcome: 'corrected', reason: 'wrong_value', reason_text: 'Corrected' };
    expect(await decide(principal, id, decision)).toMatchObject({
      status: 200,
      body: { outcome: 'corrected' },
    });
    const other = await opened();
    const withdrawn = await decide(principal, other, { ...decision, outcome: 'withdrawn' });
    expect(withdrawn).toMatchObject({ status: 409, body: { reason: 'record_not_ended' } });
  });

  test('gives a reason of the outcome', async () => {
    const { principal, opened } = await aReadRecord();
    const id = await opened();
    const mixed = await decide(principal, id, { ...UPHELD, reason: 'wrong_value' });
    expect(mixed).toMatchObject({ status: 400, body: { reason: 'invalid_value' } });
  });
});

describe('the list of disputes', () => {
  /** Reads the list of a caller, one dispute per page. */
  async function listed(who: Principal) {
    const ids: unknown[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await service.call(who, 'GET', `/v1/disputes?limit=1${cursor}`);
      const [next] = body['data'] as Record<string, unknown>[];
      if (!next) return { ids, cursor };
      ids.push(next['dispute_id']);
      cursor = `&cursor=${String(body['next_cursor'])}`;
    }
  }

  test('has the overdue disputes first, each part oldest first', async () => {
    const { network, principal, reader, opened } = await aReadRecord();
    const [first, second, third] = [
      await opened(),
      await opened({ field_name: null }),
      await opened({ field_name: 'business_entity_type' }),
    ];
    await decide(principal, first);
    await acknowledge(principal, second);
    const governor = member(network, 'governor');
    expect((await listed(governor)).ids).toEqual([first, second, third]);
    expect((await listed(later(governor, 8))).ids).toEqual([third, first, second]);
    expect((await listed(later(reader, 31))).ids).toEqual([second, third, first]);
    expect((await listed(later(principal, 31))).ids).toEqual([second, third, first]);
    expect((await listed(member(network, 'querier'))).ids).toEqual([]);
  });

  test('has only those of a record, of which an institution sees its own', async () => {
    const { network, principal, reader, id, opened } = await aReadRecord();
    const dispute = await opened();
    const governor = member(network, 'governor');
    const of = (who: Principal, record: string) =>
      service.call(who, 'GET', `/v1/disputes?record_id=${record}`);
    for (const who of [principal, reader, governor]) {
      expect((await of(who, id)).body['data']).toMatchObject([{ dispute_id: dispute }]);
      expect((await of(who, randomUUID())).body['data']).toEqual([]);
    }
    expect((await of(member(network, 'querier'), id)).body['data']).toEqual([]);
    expect(await of(reader, 'no-id')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('query -> record_id') },
    });
  });

  test('has the disputes of a state', async () => {
    const { network, principal, opened } = await aReadRecord();
    const governor = member(network, 'governor');
    const ids = {
      open: await opened(),
      acknowledged: await opened({ field_name: null }),
      decided: await opened({ field_name: 'business_entity_type' }),
    };
    await acknowledge(principal, ids.acknowledged);
    await decide(principal, ids.decided);
    for (const [state, id] of Object.entries(ids)) {
      const { body } = await service.call(governor, 'GET', `/v1/disputes?state=${state}`);
      expect(body['data']).toMatchObject([{ dispute_id: id, state }]);
      expect(body['data']).toHaveLength(1);
    }
    const unknown = await service.call(governor, 'GET', '/v1/disputes?state=closed');
    expect(unknown).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('query -> state') },
    });
  });

  test('has only the overdue ones, or only the others, and counts them', async () => {
    const { network, principal, opened } = await aReadRecord();
    const decided = await opened();
    const acknowledged = await opened({ field_name: null });
    const open = await opened({ field_name: 'business_entity_type' });
    await decide(principal, decided);
    await acknowledge(principal, acknowledged);
    const at = async (days: number, overdue: 'true' | 'false') => {
      const governor = later(member(network, 'governor'), days);
      const get = async (path: string) => (await service.call(governor, 'GET', path)).body;
      const { count } = await get(`/v1/disputes/count?overdue=${overdue}`);
      const orders = ['overdue_first', 'newest_first'].map(async (order) => {
        const { data } = await get(`/v1/disputes?overdue=${overdue}&order=${order}`);
        return (data as { dispute_id: string }[]).map((one) => one.dispute_id);
      });
      const [ids = [], newest = []] = await Promise.all(orders);
      expect(newest).toEqual(ids.toReversed());
      expect(count).toBe(ids.length);
      return ids;
    };
    expect(await at(0, 'true')).toEqual([]);
    expect(await at(0, 'false')).toEqual([decided, acknowledged, open]);
    expect(await at(8, 'true')).toEqual([open]);
    expect(await at(31, 'true')).toEqual([acknowledged, open]);
    expect(await at(31, 'false')).toEqual([decided]);
    const path = '/v1/disputes?overdue=yes';
    expect(await service.call(principal, 'GET', path)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('query -> overdue') },
    });
  });

  test('has only those of records about a subject, for the furnisher and governors', async () => {
    const { network, principal, reader, id, opened } = await aReadRecord();
    const dispute = await opened();
    const governor = member(network, 'governor');
    const { body: record } = await service.call(principal, 'GET', `/v1/records/${id}`);
    const about = async (who: Principal, subject: unknown, more = '') => {
      const path = `/v1/disputes?subject_id=${String(subject)}${more}`;
      const { body } = await service.call(who, 'GET', path);
      return (body['data'] as { dispute_id: string }[]).map((one) => one.dispute_id);
    };
    const { subject_id: subject } = record;
    for (const who of [principal, governor]) {
      expect(await about(who, subject)).toEqual([dispute]);
      expect(await about(who, subject, `&record_id=${id}`)).toEqual([dispute]);
      expect(await about(who, subject, `&record_id=${randomUUID()}`)).toEqual([]);
      expect(await about(who, randomUUID())).toEqual([]);
    }
    // Which subject a record of another institution is about is not for it.
    expect(await about(reader, subject)).toEqual([]);
  });

  test('has only those of a submission, for its furnisher', async () => {
    const { network, principal, reader, id, opened } = await aReadRecord();
    await opened();
    await opened({ field_name: null });
    const { body: record } = await service.call(principal, 'GET', `/v1/records/${id}`);
    const count = async (who: Principal, submission: unknown) => {
      const path = `/v1/disputes/count?submission_id=${String(submission)}`;
      return (await service.call(who, 'GET', path)).body;
    };
    const { submission_id: submission } = record;
    const path = `/v1/disputes?submission_id=${String(submission)}`;
    const { body } = await service.call(principal, 'GET', path);
    expect(body['data']).toMatchObject([{ record_id: id }, { record_id: id }]);
    expect(await count(principal, submission)).toEqual({ count: 2, is_complete: true });
    expect(await count(principal, randomUUID())).toEqual({ count: 0, is_complete: true });
    // A submission is not for others, even where they see its disputes.
    for (const who of [reader, member(network, 'governor')])
      expect(await count(who, submission)).toEqual({ count: 0, is_complete: true });
  });

  test('has the newest first when asked, page by page', async () => {
    const { network, opened } = await aReadRecord();
    const governor = later(member(network, 'governor'), 40);
    const first = await opened();
    const second = await opened({ field_name: null });
    const path = '/v1/disputes?order=newest_first&limit=1';
    const { body } = await service.call(governor, 'GET', path);
    expect(body['data']).toMatchObject([{ dispute_id: second, is_overdue: true }]);
    const cursor = `&cursor=${String(body['next_cursor'])}`;
    const { body: next } = await service.call(governor, 'GET', path + cursor);
    expect(next['data']).toMatchObject([{ dispute_id: first }]);
    const other = await service.call(governor, 'GET', `/v1/disputes?limit=1${cursor}`);
    expect(other.body['reason']).toBe('invalid_cursor');
  });

  test('is counted with its filters, to a bound', async () => {
    const { principal, reader, id, opened } = await aReadRecord();
    await opened();
    const count = async (filter = '') =>
      (await service.call(principal, 'GET', `/v1/disputes/count${filter}`)).body;
    expect(await count('?state=open')).toEqual({ count: 1, is_complete: true });
    expect(await count('?state=decided')).toEqual({ count: 0, is_complete: true });
    expect(await count(`?record_id=${id}`)).toEqual({ count: 1, is_complete: true });
    const add = (number: number) =>
      service.sql(
        `insert into dispute select (jsonb_populate_record(d, jsonb_build_object(
           'id', gen_random_uuid()))).* from dispute d, generate_series(1, $2)
         where disputing_entity_id = $1 and model_name is not null and
           id = (select id from dispute where disputing_entity_id = $1 limit 1)`,
        [reader.entity_id, number],
      );
    await add(9_999);
    expect(await count()).toEqual({ count: 10_000, is_complete: true });
    await add(1);
    expect(await count()).toEqual({ count: 10_000, is_complete: false });
  });

  test('continues after its end with later disputes', async () => {
    const { network, opened } = await aReadRecord();
    const governor = later(member(network, 'governor'), 40);
    await opened();
    const { cursor } = await listed(governor);
    const id = await opened({ field_name: null });
    const { body } = await service.call(governor, 'GET', `/v1/disputes?limit=9${cursor}`);
    expect(body['data']).toMatchObject([{ dispute_id: id }]);
  });

  test('rejects a cursor of another list', async () => {
    const cursor = Buffer.from(randomUUID()).toString('base64url');
    const governor = member(randomUUID(), 'governor');
    const { body } = await service.call(governor, 'GET', `/v1/disputes?cursor=${cursor}`);
    expect(body['reason']).toBe('invalid_cursor');
  });
});
