import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { RecordEnded, RecordSubstituted } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const service = useFurnishingService();

const REASON = { reason: 'wrong_value', reason_text: 'Another company' };

/** A furnisher with a record for each time of verification, oldest first. */
async function furnisherOf(...performed: string[]) {
  const furnisher = kybFurnisher(service);
  const ids: string[] = [];
  for (const time of performed) {
    const section = anIdentitySection({}, time);
    const { body } = await furnisher.furnish([
      aRecord({ business_identity_verification: section }),
    ]);
    const [{ record_id }] = body['results'] as [{ record_id: string }];
    ids.push(record_id);
  }
  const call = (method: string, path: string, body?: unknown, who = furnisher.principal) =>
    service.call(who, method, `/v1/records/${path}`, body);
  const withdraw = (id = '', body: object = REASON, who = furnisher.principal) =>
    call('POST', `${id}/withdraw`, body, who);
  return { ...furnisher, ids, call, withdraw };
}

describe('a withdrawal', () => {
  test('ends the record with its reason, and is published without the text', async () => {
    const { principal, network, ids, call, withdraw } = await furnisherOf(daysAgo(1));
    const [id = ''] = ids;
    const before = await call('GET', id);
    expect(before).toMatchObject({
      status: 200,
      body: {
        record_id: id,
        network_id: network,
        state: 'furnished',
        reason: null,
        ended_at: null,
      },
    });
    const after = await withdraw(id);
    expect(after).toEqual({
      status: 200,
      body: { ...before.body, ...REASON, state: 'withdrawn', ended_at: expect.any(String) },
    });
    expect(await call('GET', id)).toEqual(after);
    const [event] = service.subscriber.envelopes.filter(({ subject }) => subject === id);
    expect(event).toMatchObject({ type: RecordEnded.type });
    expect(event?.data).toContain(principal.entity_id);
    expect(event?.data).not.toContain(REASON.reason_text);
  });

  test('is not acknowledged before it applies to queries, and a repetition confirms the first one', async () => {
    const { ids, withdraw } = await furnisherOf(daysAgo(1));
    const [id] = ids;
    service.subscriber.failWith(503);
    expect(await withdraw(id)).toMatchObject({ status: 500, body: { reason: 'not_confirmed' } });
    service.subscriber.failWith(undefined);
    const confirmed = await withdraw(id, { reason: 'outdated' });
    expect(confirmed).toMatchObject({ status: 200, body: REASON });
    const sent = service.subscriber.envelopes.filter(({ subject }) => subject === id);
    expect(sent.map(({ data }) => JSON.parse(data) as { revision: number })).toMatchObject([
      { revision: 1, reason: 'wrong_value' },
      { revision: 2, reason: 'wrong_value' },
    ]);
  });

  test('delivers the latest verification and the last furnished record that are left', async () => {
    const { ids, withdraw } = await furnisherOf(
      ...[daysAgo(40), daysAgo(10), daysAgo(30), daysAgo(20), daysAgo(1)],
    );
    await withdraw(ids[4]);
    const sent = service.subscriber.envelopes.filter(({ subject }) => subject === ids[4]);
    expect(sent.map(({ type, data }) => [type, JSON.parse(data) as object])).toMatchObject([
      [RecordEnded.type, { record_id: ids[4] }],
      [RecordSubstituted.type, { record_id: ids[1] }],
      [RecordSubstituted.type, { record_id: ids[3] }],
    ]);
  });

  test('needs a known reason, and a text with the reason other', async () => {
    const { ids, withdraw } = await furnisherOf(daysAgo(1));
    expect(await withdraw(ids[0], { reason: 'other' })).toMatchObject({
      status: 400,
      body: { reason: 'invalid_value', detail: 'reason_text is required with the reason other' },
    });
    expect((await withdraw(ids[0], { reason: 'because' })).status).toBe(422);
    expect((await withdraw(ids[0], { reason: 'other', reason_text: 'Fraud' })).status).toBe(200);
  });

  test('is of the furnisher alone; a governor of the network can read the record, and nobody else', async () => {
    const { network, ids, call, withdraw } = await furnisherOf(daysAgo(1));
    const [id = ''] = ids;
    const governor = member(network, 'governor');
    const stranger = member(randomUUID(), 'governor');
    expect((await call('GET', id, undefined, governor)).status).toBe(200);
    const foreign = await withdraw(id, REASON, governor);
    const absent = await withdraw(randomUUID(), REASON, governor);
    expect(foreign).toMatchObject({ status: 404, body: { detail: absent.body['detail'] } });
    expect((await call('GET', id, undefined, stranger)).status).toBe(404);
    expect((await call('GET', id)).body).toMatchObject({ state: 'furnished' });
  });
});
