import {
  ConsentAmended,
  ConsentGranted,
  ConsentRevoked,
  newId,
  QueryExecuted,
} from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { aVerifiedBusiness } from '../testing/explained-business.js';
import { aConsumerQuery } from '../testing/requests.js';
import { aConsumer, anOwner, ASSETS, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aWorld, type World } from '../testing/world.js';

const KYB = '/v1/products/kyb_certificate/query';

describe('a query with an Idempotency-Key', () => {
  const service = useQueryService({ isReplayed: true });

  /** A business with furnished data and a consent. */
  async function aFurnishedWorld() {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    return {
      world,
      consent,
      body: { network_ids: [world.networkId], consent_id: consent.consent_id },
    };
  }
  const send = async (world: World, path: string, key: string, body: unknown) => {
    const answer = await service.send(world.principal, 'POST', path, body, {
      'idempotency-key': key,
    });
    return {
      status: answer.status,
      reference: answer.headers.get('x-ref-id'),
      type: answer.headers.get('content-type'),
      isReplayed: answer.headers.get('idempotency-replayed') === 'true',
      text: await answer.text(),
    };
  };
  /** Counts the stored events, certificates and events on the bus. */
  const traces = async ({ principal }: World) => {
    const [row] = await service.sql<{ events: number; certificates: number }>(
      `select (select count(*)::int from query_event where querying_entity_id = $1) as events,
              (select count(*)::int from certificate where entity_id = $1) as certificates`,
      [principal.entity_id],
    );
    const published = service
      .published(QueryExecuted)
      .filter((event) => event.querying_entity_id === principal.entity_id);
    return { ...row, published: published.length };
  };

  test('sent a hundred times at once issues one certificate and bills one query', async () => {
    const { world, body } = await aFurnishedWorld();
    const key = newId();

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(world, KYB, key, body)),
    );

    const [first] = answers;
    expect(first).toMatchObject({ status: 200 });
    expect(answers).toEqual(answers.map(({ isReplayed }) => ({ ...first, isReplayed })));
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    await eventually(async () =>
      expect(await traces(world)).toEqual({ events: 1, certificates: 1, published: 1 }),
    );
  });

  test('without a result is a 204 with the same reference again, and is billed once', async () => {
    const world = aWorld();
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    const body = { network_ids: [world.networkId], consent_id: consent.consent_id };
    const key = newId();

    const first = await send(world, KYB, key, body);

    expect(first).toMatchObject({ status: 204, text: '', isReplayed: false });
    expect(first.reference).not.toBeNull();
    expect(await send(world, KYB, key, body)).toEqual({ ...first, isReplayed: true });
    await eventually(async () =>
      expect(await traces(world)).toEqual({ events: 1, certificates: 0, published: 1 }),
    );
  });

  test('sent again after its database lost the answer has the same reference, and is counted once', async () => {
    const { world, body } = await aFurnishedWorld();
    const key = newId();
    const first = await send(world, KYB, key, body);
    await eventually(async () =>
      expect(await traces(world)).toEqual({ events: 1, certificates: 1, published: 1 }),
    );
    // A standby took over that did not have the commit; the bus had the event already.
    for (const table of ['certificate', 'query_event', 'idempotency_key']) {
      await service.sql(`delete from ${table}`);
    }

    const again = await send(world, KYB, key, body);
    expect(again).toMatchObject({ status: 200, reference: first.reference, isReplayed: false });
    await eventually(async () =>
      expect(await traces(world)).toEqual({ events: 1, certificates: 1, published: 2 }),
    );
    const published = service
      .published(QueryExecuted)
      .filter((event) => event.querying_entity_id === world.principal.entity_id);
    expect(new Set(published.map((event) => event.query_event_id))).toEqual(
      new Set([first.reference]),
    );
  });

  test('of a template, sent a hundred times at once, has one answer and bills one query', async () => {
    const { world, ssn } = await anOwner(service);
    const key = newId();
    const body = aConsumerQuery(ssn);

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(world, ASSETS.query.path, key, body)),
    );

    const [first] = answers;
    expect(first).toMatchObject({ status: 200 });
    expect(answers).toEqual(answers.map(({ isReplayed }) => ({ ...first, isReplayed })));
    await eventually(async () =>
      expect(await traces(world)).toMatchObject({ events: 1, published: 1 }),
    );
  });

  test('is rejected after the consent has ended, and keeps its one query event', async () => {
    const { world, consent, body } = await aFurnishedWorld();
    const key = newId();
    const first = await send(world, KYB, key, body);
    const again = { ...consent, revision: 2, expires_at: '2999-06-01T00:00:00.000Z' };
    await service.deliver(ConsentAmended, again);
    expect(await send(world, KYB, key, body)).toEqual({ ...first, isReplayed: true });
    const revoked = { ...again, revision: 3, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);

    const repeated = await send(world, KYB, key, body);
    expect(repeated).toMatchObject({ status: 403, reference: null, isReplayed: false });
    expect(JSON.parse(repeated.text)).toMatchObject({ reason: 'consent_revoked' });
    expect(await send(world, KYB, newId(), body)).toMatchObject({ status: 403 });
    expect(await traces(world)).toMatchObject({ events: 1, certificates: 1 });
  });

  test('is rejected after the consent was narrowed, and a new query is answered', async () => {
    const { world, consent, body } = await aFurnishedWorld();
    const key = newId();
    await send(world, KYB, key, body);
    await service.deliver(ConsentAmended, {
      ...consent,
      revision: 2,
      consented_fields: 'business_identity_verification.*',
    });

    const repeated = await send(world, KYB, key, body);
    expect(repeated.status).toBe(403);
    expect(JSON.parse(repeated.text)).toMatchObject({ reason: 'consent_changed' });
    expect(await send(world, KYB, newId(), body)).toMatchObject({ status: 200 });
  });

  test('of a template is rejected after the consent has ended', async () => {
    const owner = await aConsumer(service);
    await owner.furnish(ASSETS, OWNS);
    const { world, ssn } = owner;
    const consent = await owner.consent();
    const key = newId();
    const body = aConsumerQuery(ssn);
    await send(world, ASSETS.query.path, key, body);
    const revoked = { ...consent, revision: 2, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);

    const repeated = await send(world, ASSETS.query.path, key, body);
    expect(repeated).toMatchObject({ status: 403, isReplayed: false });
    expect(JSON.parse(repeated.text)).toMatchObject({ reason: 'consent_out_of_scope' });
  });

  test('for another request under a used key is a conflict and is not billed', async () => {
    const { world, body } = await aFurnishedWorld();
    const key = newId();
    await send(world, KYB, key, body);

    const other = await send(world, KYB, key, { ...body, furnishing_entity_ids: [newId()] });

    expect(other).toMatchObject({ status: 409, reference: null });
    expect(await traces(world)).toMatchObject({ events: 1, certificates: 1 });
  });

  test('shows nothing of its answer in the table of keys', async () => {
    const { world, body } = await aFurnishedWorld();
    const { reference } = await send(world, KYB, newId(), body);
    const rows = JSON.stringify(await service.sql('select * from idempotency_key'));
    expect(rows).not.toContain(reference);
    // Quoted as in nested JSON: ciphertext has no quotes, but may have any three letters by chance.
    expect(rows).not.toContain('llc\\"');
    expect(rows).not.toContain('certificate_id');
  });
});
