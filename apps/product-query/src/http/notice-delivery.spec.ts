import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { publicKeyOf, verifyEd25519 } from '@ndx/proof';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { Webhook } from 'standardwebhooks';
import type { Notice } from '../domain/notices/notice.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { LOCAL_RECEIVERS, useReceivers, type Received } from '../testing/receivers.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService({ variables: LOCAL_RECEIVERS });
const notices = useNotices(service);
const receivers = useReceivers();

const PATH = '/v1/notice-endpoints';

async function anEndpoint(url: string, who = member(randomUUID(), 'querier'), terms: object = {}) {
  const { body } = await service.call(who, 'POST', PATH, { url, ...terms });
  return { who, id: String(body['endpoint_id']), secret: String(body['secret']), created: body };
}

const stateOf = async (endpoint: string, { noticeId }: Notice) => {
  const [row] = await service.sql(
    `select state, attempts, response_status, failure from notice_delivery
     where endpoint_id = $1 and notice_id = $2`,
    [endpoint, noticeId],
  );
  return row;
};

/** As if the time until the next attempt had passed. */
const makeDue = (endpoint: string) =>
  service.sql('update notice_delivery set next_attempt_at = now() where endpoint_id = $1', [
    endpoint,
  ]);

const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('the webhook of a notice', () => {
  test('is verified by the library of Standard Webhooks, and has no value', async () => {
    const { url, received } = await receivers.start();
    const { who, id, secret } = await anEndpoint(url);
    const notice = aNoticeTo(who, { kind: 'withdrawn' });
    await notices.store(notice);
    const [webhook] = await eventually(() => {
      expect(received).toHaveLength(1);
      return received as [Received];
    });
    expect(webhook.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': notice.noticeId,
    });
    const query = `/v1/query-events/${notice.queryEventId}`;
    expect(verify(secret, webhook)).toEqual({
      type: 'notice.withdrawn',
      timestamp: notice.createdAt.toISOString(),
      data: {
        notice_id: notice.noticeId,
        kind: 'withdrawn',
        query_event_id: notice.queryEventId,
        certificate_id: notice.certificateId,
        network_ids: notice.networkIds,
        product_id: notice.productId,
        subject_id: notice.subjectId,
        groups: notice.groups,
        since: notice.since.toISOString(),
        created_at: notice.createdAt.toISOString(),
        billable: false,
        explanation: `${query}/explanation`,
        evidence: `${query}/evidence`,
      },
    });
    await eventually(async () => {
      expect(await stateOf(id, notice)).toEqual({
        ...{ state: 'delivered', attempts: 1, response_status: 204, failure: null },
      });
    });
  });

  test('is signed with both secrets after a rotation, and with one after 24 hours', async () => {
    const { url, received } = await receivers.start();
    const { who, id, secret } = await anEndpoint(url);
    const rotated = await service.call(who, 'POST', `${PATH}/${id}/rotate-secret`);
    const next = String(rotated.body['secret']);
    await notices.store(aNoticeTo(who));
    await eventually(() => expect(received).toHaveLength(1));
    const [first] = received as [Received];
    expect(verify(secret, first)).toEqual(verify(next, first));
    await service.sql(
      'update notice_endpoint set previous_secret_expires_at = now() where endpoint_id = $1',
      [id],
    );
    await notices.store(aNoticeTo(who));
    await eventually(() => expect(received).toHaveLength(2));
    const [, second] = received as [Received, Received];
    expect(verify(next, second)).toMatchObject({ type: 'notice.changed' });
    expect(() => verify(secret, second)).toThrow('No matching signature');
  });

  test('is signed with Ed25519 where the endpoint asks for it', async () => {
    const { url, received } = await receivers.start();
    const terms = { algorithm: 'ed25519' };
    const { who, created } = await anEndpoint(url, member(randomUUID(), 'querier'), terms);
    await notices.store(aNoticeTo(who));
    await eventually(() => expect(received).toHaveLength(1));
    const [{ headers, body }] = received as [Received];
    const [version, signature = ''] = String(headers['webhook-signature']).split(',');
    expect(version).toBe('v1a');
    const [shown = ''] = created['public_keys'] as string[];
    const key = publicKeyOf(Buffer.from(shown.replace('whpk_', ''), 'base64'));
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(verifyEd25519(key, signed, Buffer.from(signature, 'base64'))).toBe(true);
  });

  test('is sent again with the same id and body until the receiver accepts it', async () => {
    let status = 500;
    const { url, received } = await receivers.start((_, response) =>
      response.writeHead(status).end(),
    );
    const { who, id, secret } = await anEndpoint(url);
    const notice = aNoticeTo(who);
    await notices.store(notice);
    await eventually(async () => {
      expect(await stateOf(id, notice)).toMatchObject({ state: 'pending', response_status: 500 });
    });
    status = 200;
    await makeDue(id);
    await eventually(async () => {
      expect(await stateOf(id, notice)).toMatchObject({ state: 'delivered', attempts: 2 });
    });
    const [first, second] = received as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      notice.noticeId,
      notice.noticeId,
    ]);
    expect(() => verify(secret, second)).not.toThrow();
  });

  test('waits until the earlier one of its query was accepted, and no other', async () => {
    let rejected = '';
    const receiver = await receivers.start((request, response) =>
      response.writeHead(request.headers['webhook-id'] === rejected ? 503 : 204).end(),
    );
    const { who, id } = await anEndpoint(receiver.url);
    const first = aNoticeTo(who);
    const second = aNoticeTo(who, { queryEventId: first.queryEventId });
    const other = aNoticeTo(who);
    rejected = first.noticeId;
    await notices.store(first, second, other);
    await eventually(() => expect(receiver.ids).toContain(other.noticeId));
    await eventually(async () => {
      expect(await stateOf(id, first)).toMatchObject({ attempts: 1, response_status: 503 });
    });
    expect(await stateOf(id, second)).toMatchObject({ state: 'pending', attempts: 0 });
    rejected = '';
    await makeDue(id);
    await eventually(() => expect(receiver.ids).toContain(second.noticeId));
    expect(receiver.ids.indexOf(second.noticeId)).toBeGreaterThan(
      receiver.ids.lastIndexOf(first.noticeId),
    );
  });

  test('is parked after three days, and the next one of its query is sent', async () => {
    let rejected = '';
    const receiver = await receivers.start((request, response) =>
      response.writeHead(request.headers['webhook-id'] === rejected ? 500 : 204).end(),
    );
    const { who, id } = await anEndpoint(receiver.url);
    const first = aNoticeTo(who);
    const second = aNoticeTo(who, { queryEventId: first.queryEventId });
    rejected = first.noticeId;
    await notices.store(first, second);
    await eventually(async () => expect(await stateOf(id, first)).toMatchObject({ attempts: 1 }));
    await service.sql('update notice_delivery set park_at = now() where notice_id = $1', [
      first.noticeId,
    ]);
    await eventually(async () => {
      expect(await stateOf(id, first)).toMatchObject({ state: 'parked' });
      expect(await stateOf(id, second)).toMatchObject({ state: 'delivered' });
    });
  });

  test('is no longer sent once the receiver answers 410, which disables the endpoint', async () => {
    const receiver = await receivers.start((_, response) => response.writeHead(410).end());
    const { who, id } = await anEndpoint(receiver.url);
    const notice = aNoticeTo(who);
    await notices.store(notice);
    await eventually(async () => {
      const { body } = await service.call(who, 'GET', `${PATH}/${id}`);
      expect(body).toMatchObject({ state: 'disabled', disabled_by: 'receiver', revision: 2 });
    });
    await eventually(async () => {
      expect(await stateOf(id, notice)).toMatchObject({ state: 'pending', response_status: 410 });
    });
    const later = aNoticeTo(who);
    await notices.store(later);
    expect(await stateOf(id, later)).toBeUndefined();
    const entries = await eventually(async () => {
      const found = await service.sql(
        'select account_id, data::json as data from audit_entry where network = $1 order by seq',
        [who.entity_id],
      );
      expect(found).toHaveLength(2);
      return found;
    });
    const data = { entity_id: who.entity_id, change: 'disabled_by_receiver', state: 'disabled' };
    expect(entries[1]).toMatchObject({ account_id: null, data: { endpoint_id: id, ...data } });
  });
});

describe('the replicas of the service', () => {
  test('share the deliveries: each notice arrives, and none is lost with a connection', async () => {
    const receiver = await receivers.start();
    const { who } = await anEndpoint(receiver.url);
    const replica = await service.replica();
    try {
      const stored = Array.from({ length: 100 }, () => aNoticeTo(who));
      await notices.store(...stored);
      await eventually(() => expect(receiver.ids.length).toBeGreaterThan(10));
      await service.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await eventually(
        async () => {
          await service.sql(`update notice_delivery set next_attempt_at = now()
            where state = 'pending' and attempted_at < now() - interval '2 seconds'`);
          const ids = stored.map(({ noticeId }) => noticeId).sort();
          expect([...new Set(receiver.ids)].sort()).toEqual(ids);
          const pending = await service.sql(
            `select from notice_delivery join notice_endpoint using (endpoint_id)
             where entity_id = $1 and notice_delivery.state <> 'delivered'`,
            [who.entity_id],
          );
          expect(pending).toEqual([]);
        },
        { timeoutMs: 30_000 },
      );
    } finally {
      await replica.close();
    }
  });
});
