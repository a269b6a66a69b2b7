import { AttestationCreated, newId, stableId } from '@ndx/contracts';
import { account, startTestService, type TestCaller } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { describe, expect, test } from '@jest/globals';
import { AttestationModule } from './attestation.module.js';

const PRODUCT_ID = stableId('product', 'kyb_certificate');

const input = {
  product_id: PRODUCT_ID,
  signed_by_name: 'Compliance office',
  signed_by_title: 'Head of compliance',
  attestation_data: { statement: 'verified' },
};

describe('the attestation service', () => {
  const service = useStarted(() => startTestService(AttestationModule, { ENVIRONMENT: 'sandbox' }));

  const send = (caller: TestCaller, method: string, path: string, body?: unknown) =>
    service.call(caller, method, `/v1/institution-attestation${path}`, body);

  test('creates an attestation that is active for twelve months', async () => {
    const principal = account();
    const answer = await send(principal, 'POST', '', input);
    expect(answer).toEqual({
      status: 200,
      body: {
        ...input,
        id: expect.any(String),
        entity_id: principal.entity_id,
        signed_at: expect.any(String),
        expires_at: expect.any(String),
        status: 'active',
        created_at: expect.any(String),
      },
    });
    expect(await send(principal, 'GET', `/${String(answer.body['id'])}`)).toEqual(answer);
  });

  test('shows an attestation as expired to an institution whose clock is past its end', async () => {
    const principal = account();
    const later = { ...principal, clock_offset_seconds: 367 * 86_400 };
    const { body: created } = await send(principal, 'POST', '', input);
    const path = `/${String(created['id'])}`;
    expect((await send(later, 'GET', path)).body).toEqual({ ...created, status: 'expired' });
    expect((await send(later, 'GET', '')).body).toMatchObject({ data: [{ status: 'expired' }] });
    expect((await send(principal, 'GET', path)).body).toEqual(created);
    const { body: renewed } = await send(later, 'POST', '', input);
    expect(renewed).toMatchObject({ status: 'active' });
    expect(Date.parse(String(renewed['created_at']))).toBeLessThanOrEqual(Date.now());
  });

  test('keeps earlier attestations of an institution active, and lists them in pages, the oldest first', async () => {
    const principal = account();
    const first = await send(principal, 'POST', '', input);
    const second = await send(principal, 'POST', '', input);
    const page = await send(principal, 'GET', `?product_id=${PRODUCT_ID}&limit=1`);
    expect(page).toMatchObject({ status: 200, body: { data: [first.body] } });
    const next = await send(principal, 'GET', `?cursor=${String(page.body['next_cursor'])}`);
    expect(next.body['data']).toEqual([second.body]);
    expect((await send(principal, 'GET', '?cursor=mine')).status).toBe(400);
  });

  test('lists attestations newest first when asked, and rejects a cursor of the other order', async () => {
    const principal = account();
    const first = await send(principal, 'POST', '', input);
    const second = await send(principal, 'POST', '', input);
    const page = await send(principal, 'GET', '?order=newest_first&limit=1');
    expect(page).toMatchObject({ status: 200, body: { data: [second.body] } });
    const cursor = String(page.body['next_cursor']);
    const next = await send(principal, 'GET', `?order=newest_first&cursor=${cursor}`);
    expect(next.body['data']).toEqual([first.body]);
    expect((await send(principal, 'GET', `?cursor=${cursor}`)).status).toBe(400);
  });

  test('lists and counts attestations by their status now', async () => {
    const principal = account();
    const { body: revoked } = await send(principal, 'POST', '', input);
    await send(principal, 'POST', `/${String(revoked['id'])}/revoke`);
    const { body: active } = await send(principal, 'POST', '', input);
    const later = { ...principal, clock_offset_seconds: 367 * 86_400 };
    const found = [
      ...[[principal, 'active', active['id']] as const, [later, 'expired', active['id']] as const],
      [later, 'revoked', revoked['id']] as const,
    ];
    for (const [who, status, id] of found) {
      const { body } = await send(who, 'GET', `?status=${status}`);
      expect(body['data']).toMatchObject([{ id, status }]);
      const { body: counted } = await send(who, 'GET', `/count?status=${status}`);
      expect(counted).toEqual({ count: 1, is_complete: true });
    }
    expect((await send(principal, 'GET', '/count')).body).toMatchObject({ count: 2 });
    expect((await send(account(), 'GET', '/count')).body).toMatchObject({ count: 0 });
    expect((await send(principal, 'GET', '?status=mine')).status).toBe(422);
  });

  test('finds the newest active attestation of each product that expires before a time', async () => {
    const principal = account();
    const { body: older } = await send(principal, 'POST', '', input);
    const { body: newest } = await send(principal, 'POST', '', input);
    const other = { ...input, product_id: stableId('template', 'total_consumer_liabilities') };
    const { body: ofOther } = await send(principal, 'POST', '', other);
    const before = async (at: unknown) => {
      const filter = `expires_before=${encodeURIComponent(String(at))}`;
      const { body } = await send(principal, 'GET', `?${filter}`);
      const { body: counted } = await send(principal, 'GET', `/count?${filter}`);
      const ids = (body['data'] as readonly { readonly id: string }[]).map(({ id }) => id);
      expect(counted).toEqual({ count: ids.length, is_complete: true });
      return ids;
    };
    const ever = '9999-01-01T00:00:00Z';
    expect(await before(ever)).toEqual([newest['id'], ofOther['id']]);
    expect(await before(older['expires_at'])).toEqual([]);
    await send(principal, 'POST', `/${String(newest['id'])}/revoke`);
    expect(await before(ever)).toEqual([older['id'], ofOther['id']]);
  });

  test('hides an attestation from other institutions', async () => {
    const { body } = await send(account(), 'POST', '', input);
    const theirs = await send(account(), 'GET', `/${String(body['id'])}`);
    const absent = await send(account(), 'GET', `/${newId()}`);
    expect(theirs).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
    expect(theirs.body['detail']).toBe(absent.body['detail']);
  });

  test('is acknowledged after every service applied it, and a retry confirms it', async () => {
    const principal = account();
    const { body } = await send(principal, 'POST', '', input);
    const path = `/${String(body['id'])}`;
    service.subscriber.failWith(503);
    expect(await send(principal, 'POST', `${path}/revoke`)).toMatchObject({
      status: 500,
      body: { error_code: 'OPERATION_FAILED' },
    });
    service.subscriber.failWith(undefined);
    const before = service.subscriber.envelopes.length;
    expect((await send(principal, 'POST', `${path}/revoke`)).status).toBe(200);
    const revoked = service.subscriber.envelopes.slice(before);
    expect(revoked.map(({ type }) => type)).toEqual(Array(2).fill('attestation.revoked.v1'));
  });

  test.each(['total_consumer_liabilities', 'credit_history_bundle'])(
    'accepts the id of the template %s as a product id',
    async (slug) => {
      const product_id = stableId('template', slug);
      const answer = await send(account(), 'POST', '', { ...input, product_id });
      expect(answer).toMatchObject({ status: 200, body: { product_id, status: 'active' } });
    },
  );

  test('rejects a caller without a signed principal', async () => {
    expect(await send(undefined, 'POST', '', input)).toMatchObject({
      status: 401,
      body: { error_code: 'AUTHENTICATION_REQUIRED' },
    });
  });

  test('publishes each attestation without the signed text', async () => {
    const { body } = await send(account(), 'POST', '', input);
    await eventually(() => {
      const event = service.heard.find(({ subject }) => subject === body['id']);
      expect(event).toMatchObject({ type: AttestationCreated.type, source: 'attestation' });
      expect(event?.data).not.toContain('verified');
    });
  });
});
