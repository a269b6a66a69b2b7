import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DisputeChanged, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { readRecordOf, UPHELD } from '../testing/disputes.js';
import { useFurnishingService } from '../testing/furnishing-service.js';

const service = useFurnishingService();

const TEXT = 'The registry still lists it as dissolved';

const pathOf = (id: string) => `/v1/disputes/${id}`;
const read = (who: Principal, id: string) => service.call(who, 'GET', pathOf(id));
const attach = (who: Principal, id: string, statement_text: unknown = TEXT) =>
  service.call(who, 'PUT', `${pathOf(id)}/statement`, { statement_text });
const remove = (who: Principal, id: string) =>
  service.call(who, 'DELETE', `${pathOf(id)}/statement`);
const decide = (who: Principal, id: string, body: object = UPHELD) =>
  service.call(who, 'POST', `${pathOf(id)}/decide`, body);

async function anUpheldDispute() {
  const found = await readRecordOf(service);
  const id = await found.opened();
  await decide(found.principal, id);
  return { ...found, id };
}

afterEach(() => service.subscriber.failWith(undefined));

describe('the statement of a dispute', () => {
  test('stays at the upheld dispute for both sides and governors', async () => {
    const { network, principal, reader, id } = await anUpheldDispute();
    const stated = await attach(reader, id);
    expect(stated).toMatchObject({
      status: 200,
      body: { outcome: 'upheld', statement_text: TEXT, stated_at: expect.any(String) },
    });
    for (const who of [reader, principal, member(network, 'governor')]) {
      expect(await read(who, id)).toEqual(stated);
    }
  });

  test('is replaced, and keeps its time with the same text', async () => {
    const { reader, id } = await anUpheldDispute();
    const first = await attach(reader, id);
    expect(await attach(reader, id)).toEqual(first);
    const second = await attach(reader, id, 'It was dissolved in May');
    expect(second.body['statement_text']).toBe('It was dissolved in May');
    expect(second.body['stated_at']).not.toBe(first.body['stated_at']);
    expect((await read(reader, id)).body).toEqual(second.body);
  });

  test('is removed, also by a repeated request, and can be attached again', async () => {
    const { reader, id } = await anUpheldDispute();
    await attach(reader, id);
    const removed = await remove(reader, id);
    expect(removed).toMatchObject({
      status: 200,
      body: { outcome: 'upheld', statement_text: null, stated_at: null },
    });
    expect(await remove(reader, id)).toEqual(removed);
    expect((await attach(reader, id)).body['statement_text']).toBe(TEXT);
  });

  test('can follow no decision but an upheld record', async () => {
    const { principal, reader, opened } = await readRecordOf(service);
    const id = await opened();
    const refused = { status: 409, body: { reason: 'dispute_not_upheld' } };
    expect(await attach(reader, id)).toMatchObject(refused);
    expect(await remove(reader, id)).toMatchObject(refused);
    await decide(principal, id, { ...UPHELD, outcome: 'withdrawn', reason: 'outdated' });
    expect(await attach(reader, id)).toMatchObject(refused);
    expect((await read(reader, id)).body).toMatchObject({ statement_text: null, stated_at: null });
  });

  test('is of the institution that opened the dispute, while it is a member', async () => {
    const { network, principal, reader, id } = await anUpheldDispute();
    for (const other of [principal, member(network, 'governor')]) {
      expect((await attach(other, id)).body['reason']).toBe('other_institution');
      expect((await remove(other, id)).status).toBe(403);
    }
    const stranger = member(network, 'querier');
    expect((await attach(stranger, id)).body).toMatchObject({
      reason: 'not_found',
      detail: (await attach(stranger, randomUUID())).body['detail'],
    });
    await attach(reader, id);
    const left = { ...reader, memberships: [] };
    expect((await attach(left, id, 'Another')).body['reason']).toBe('not_a_member');
    expect((await remove(left, id)).status).toBe(200);
  });

  test('is a text of 1 to 2,000 characters', async () => {
    const { reader, id } = await anUpheldDispute();
    for (const text of [null, '', 'a'.repeat(2_001)]) {
      expect((await attach(reader, id, text)).status).toBe(422);
    }
    expect((await attach(reader, id, 'a'.repeat(2_000))).status).toBe(200);
  });

  test('is confirmed by a repeated request when it was not delivered', async () => {
    const { reader, id } = await anUpheldDispute();
    service.subscriber.failWith(503);
    expect((await attach(reader, id)).body['reason']).toBe('not_confirmed');
    service.subscriber.failWith(undefined);
    expect((await attach(reader, id)).status).toBe(200);
  });

  test('is published without its text', async () => {
    const { reader, id } = await anUpheldDispute();
    const { body } = await attach(reader, id);
    await remove(reader, id);
    const events = await eventually(() => {
      const sent = service.published(DisputeChanged, id);
      expect(sent.length).toBe(4);
      return sent;
    });
    expect(events.slice(1)).toMatchObject([
      { revision: 2, stated_at: null, statement_removed_at: null },
      { revision: 3, stated_at: body['stated_at'], statement_removed_at: null },
      { revision: 4, stated_at: null, statement_removed_at: expect.any(String) },
    ]);
    expect(JSON.stringify(events)).not.toContain(TEXT);
  });
});

test('product-query alone reads the texts of attached statements', async () => {
  const { principal, reader, id } = await anUpheldDispute();
  const texts = async () => {
    const body = { dispute_ids: [id, randomUUID()] };
    const path = '/internal/disputes/statements';
    for (const caller of ['entity', principal] as const) {
      expect(await service.call(caller, 'POST', path, body)).toMatchObject({ status: 403 });
    }
    return (await service.call('product-query', 'POST', path, body)).body;
  };
  expect(await texts()).toEqual({ statements: [] });
  await attach(reader, id);
  expect(await texts()).toEqual({ statements: [{ dispute_id: id, statement_text: TEXT }] });
  await remove(reader, id);
  expect(await texts()).toEqual({ statements: [] });
});
