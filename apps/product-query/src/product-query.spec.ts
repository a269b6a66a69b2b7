import {
  ConsentGranted,
  ConsentRevoked,
  BusinessIdentified,
  newId,
  QueryingPolicySaved,
  RecordFurnished,
  stableId,
  type ConsentState,
} from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import { member, startTestService, type TestService } from '@ndx/service-kit/testing';
import { eventually } from '@ndx/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ProductQueryModule } from './product-query.module.js';

const MODEL = 'business_identity_verification';
const QUERY = '/v1/products/kyb_certificate/query';

/** A network of its own with one business, one furnisher and one querying institution. */
function aWorld() {
  const networkId = newId();
  const principal = member(networkId, 'querier');
  return { networkId, principal, businessId: newId(), furnisherId: newId(), hash: newId() };
}

type World = ReturnType<typeof aWorld>;

function aConsent(world: World, change: Partial<ConsentState> = {}): ConsentState {
  return {
    consent_id: newId(),
    kind: 'business',
    revision: 1,
    entity_id: world.principal.entity_id,
    network_id: world.networkId,
    consumer_id: null,
    business_id: world.businessId,
    match_hashes: [world.hash],
    scope: '*',
    consented_fields: '*',
    expires_at: '2999-01-01T00:00:00.000Z',
    revoked_at: null,
    field_access_grants: [
      {
        grant_id: newId(),
        furnishing_entity_id: '*',
        field_definitions: ['*'],
        effective_from: '2020-01-01T00:00:00.000Z',
        effective_to: null,
      },
    ],
    ...change,
  };
}

function aRecord(world: World, entityType: string, performedAt: string) {
  return {
    record_id: newId(),
    network_id: world.networkId,
    dataset: 'kyb_certificate',
    subject_type: 'business' as const,
    subject_id: world.businessId,
    furnishing_entity_id: world.furnisherId,
    furnished_at: new Date().toISOString(),
    models: {
      [MODEL]: {
        assertions: { business_identity_verification_performed_timestamp: performedAt },
        data: { business_entity_type: entityType },
      },
    },
  };
}

describe('product-query', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(ProductQueryModule);
  });
  afterAll(() => service.stop());

  async function query(world: World, body: object) {
    const request = { network_ids: [world.networkId], ...body };
    const response = await service.send(world.principal, 'POST', QUERY, request);
    const text = await response.text();
    return {
      status: response.status,
      reference: response.headers.get('x-ref-id'),
      body: (text === '' ? undefined : JSON.parse(text)) as unknown,
    };
  }

  async function identify(world: World): Promise<void> {
    const { businessId, networkId, hash } = world;
    await service.publish(BusinessIdentified, {
      business_id: businessId,
      network_id: networkId,
      match_hashes: [hash],
      revision: 1,
    });
    await eventually(async () => {
      expect((await query(world, { business_id: businessId })).status).not.toBe(404);
    });
  }

  async function queryEvents(world: World): Promise<number> {
    const [row] = await service.sql<{ n: number }>(
      'select count(*)::int as n from query_event where querying_entity_id = $1',
      [world.principal.entity_id],
    );
    return row?.n ?? -1;
  }

  test('a consent that was delivered directly is in force as soon as its delivery is answered', async () => {
    const world = aWorld();
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    expect((await query(world, { consent_id: consent.consent_id })).status).toBe(204);
    const revoked = { ...consent, revision: 2, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);
    expect((await query(world, { consent_id: consent.consent_id })).status).toBe(403);
  });

  test('an older state that arrives after a newer one changes nothing', async () => {
    const world = aWorld();
    const consent = aConsent(world);
    const revoked = { ...consent, revision: 2, revoked_at: new Date().toISOString() };
    await service.deliver(ConsentRevoked, revoked);
    await service.deliver(ConsentGranted, consent);
    expect((await query(world, { consent_id: consent.consent_id })).status).toBe(403);
  });

  test('an event is taken from no one but a service', async () => {
    const world = aWorld();
    const { envelope } = outgoingEvent(ConsentGranted, aConsent(world), {});
    const answer = await service.call(world.principal, 'POST', '/internal/events', [envelope]);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
  });

  test("a furnisher's later verification replaces its earlier one, in whatever order they arrive", async () => {
    const world = aWorld();
    await identify(world);
    const [, earlier] = await service.publish(
      RecordFurnished,
      aRecord(world, 'corporation', '2026-02-01T00:00:00Z'),
      aRecord(world, 'llc', '2026-01-01T00:00:00Z'),
    );
    await eventually(async () => {
      const rows = await service.sql('select from inbox where event_id = $1', [earlier?.id]);
      expect(rows).toHaveLength(1);
    });
    expect(await query(world, { business_id: world.businessId })).toMatchObject({
      status: 200,
      body: {
        result: {
          [MODEL]: { data: { business_entity_type: 'corporation', business_dba_name: null } },
        },
      },
    });
  });

  test('each answer leaves one query event with its reference, and an issued one its certificate', async () => {
    const world = aWorld();
    await identify(world);
    const before = await queryEvents(world);
    await service.publish(RecordFurnished, aRecord(world, 'llc', '2026-01-01T00:00:00Z'));
    const answer = await eventually(async () => {
      const seen = await query(world, { business_id: world.businessId });
      expect(seen.status).toBe(200);
      return seen;
    });
    const rows = await service.sql(
      `select c.body, e.payload from certificate c join query_event e using (query_event_id)
       where query_event_id = $1`,
      [answer.reference],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.parse(String(rows[0]?.['body']))).toEqual(answer.body);
    expect(await queryEvents(world)).toBeGreaterThan(before);
  });

  test('a refused query leaves nothing', async () => {
    const world = aWorld();
    const foreign = aConsent(aWorld());
    await service.deliver(ConsentGranted, foreign);
    expect((await query(world, { consent_id: foreign.consent_id })).status).toBe(404);
    expect((await query(world, { consent_id: 'no uuid' })).status).toBe(404);
    expect((await query(world, { network_ids: [newId()], business_id: newId() })).status).toBe(403);
    expect((await query(world, {})).status).toBe(400);
    expect(await queryEvents(world)).toBe(0);
  });

  test("a network's default policy applies where the query names none", async () => {
    const world = aWorld();
    await identify(world);
    await service.publish(RecordFurnished, aRecord(world, 'llc', '2026-01-01T00:00:00Z'));
    await eventually(async () => {
      expect((await query(world, { business_id: world.businessId })).status).toBe(200);
    });
    const policy = {
      policy_id: newId(),
      network_id: world.networkId,
      product_id: stableId('product', 'kyb_certificate'),
      entity_id: newId(),
      revision: 1,
      version: 1,
      status: 'published' as const,
      is_default: true,
      enforced: false,
      model_selections: [
        {
          model_name: MODEL,
          is_enabled: true,
          is_required: true,
          max_age_days: 1,
          attestation_required: false,
          selected_provenance_option_ids: [],
          field_selections: [],
        },
      ],
    };
    await service.deliver(QueryingPolicySaved, policy);
    expect((await query(world, { business_id: world.businessId })).status).toBe(204);
  });
});
