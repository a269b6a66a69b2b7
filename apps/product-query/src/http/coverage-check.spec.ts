import { ConsentGranted, InstitutionRegistered, newId, type ConsentState } from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aKnownBusiness, check, IDENTITY, KYB } from '../testing/coverage.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { aConsent, aConsumersConsent, aRecord } from '../testing/world.js';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

describe('the coverage of a product', () => {
  test('lists furnishers, models and fields, and neither returns values nor stores anything', async () => {
    const world = await aKnownBusiness(service);
    await service.settle(InstitutionRegistered, {
      entity_id: world.furnisherId,
      name: 'First Furnisher',
      revision: 1,
    });
    const answer = await check(service, world, { product_id: KYB, business_id: world.subjectId });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        product_id: KYB,
        consumer_id: null,
        business_id: world.subjectId,
        issuable: true,
        entities: [
          {
            furnishing_entity_id: world.furnisherId,
            furnishing_entity_name: 'First Furnisher',
            network_id: world.networkId,
            complete: true,
            missing: [],
            models: [
              { model_name: IDENTITY, met_count: 2 },
              { model_name: 'business_ownership_control_verification', met_count: 0 },
              { model_name: 'business_risk_compliance_assessment', met_count: 0 },
            ],
          },
        ],
      },
    });
    const [identity] = answer.body.entities[0]?.models ?? [];
    expect(identity?.total_count).toBe(identity?.fields.length);
    expect(identity?.fields).toContainEqual({ field_name: 'business_entity_type', met: true });
    expect(identity?.fields).toContainEqual({ field_name: 'business_dba_name', met: false });
    expect(JSON.stringify(answer.body)).not.toContain('llc');
    expect(await service.queryEvents(world.principal)).toEqual([]);
  });

  test('under a consent lists what the consent permits', async () => {
    const world = await aKnownBusiness(service);
    const consented = aConsent(world, { consented_fields: `${IDENTITY}.business_entity_type` });
    const nothing = aConsent(world, { consented_fields: `${IDENTITY}.business_dba_name` });
    await service.deliver(ConsentGranted, consented, nothing);
    const under = ({ consent_id }: ConsentState) =>
      check(service, world, { product_id: KYB, consent_id });
    expect(await under(consented)).toMatchObject({
      body: { business_id: world.subjectId, entities: [{ models: [{ met_count: 1 }, {}, {}] }] },
    });
    expect((await under(nothing)).body).toMatchObject({ issuable: false, entities: [] });
  });

  test('of several networks is in their order', async () => {
    const world = await aKnownBusiness(service);
    const other = { ...world, networkId: newId(), subjectId: newId() };
    await service.identify(other, 'business', world.hash);
    const models = { [IDENTITY]: { data: { business_entity_type: 'llc' } } };
    const record = { dataset: 'kyb_certificate', subject_type: 'business', models } as const;
    const [ours, theirs] = [newId(), newId()];
    await service.settle(
      InstitutionRegistered,
      { entity_id: ours, name: 'B', revision: 1 },
      { entity_id: theirs, name: 'A', revision: 1 },
    );
    await service.furnish(
      aRecord(other, { ...record, furnishing_entity_id: ours }),
      aRecord(other, { ...record, furnishing_entity_id: theirs }),
    );
    const principal = memberOfEach('querier', world.networkId, other.networkId);
    const furnishers = async (...network_ids: string[]) => {
      const body = { product_id: KYB, business_id: world.subjectId, network_ids };
      const { entities } = (await check(service, { ...world, principal }, body)).body;
      return entities.map((entity) => entity.furnishing_entity_id);
    };
    expect(await furnishers(world.networkId, other.networkId)).toEqual([
      world.furnisherId,
      theirs,
      ours,
    ]);
    expect(await furnishers(other.networkId, world.networkId)).toEqual([
      theirs,
      ours,
      world.furnisherId,
    ]);
    expect(
      await check(
        service,
        { ...world, principal },
        {
          product_id: KYB,
          business_id: world.subjectId,
          network_ids: [world.networkId, other.networkId],
          furnishing_entity_ids: [ours],
        },
      ),
    ).toMatchObject({ body: { entities: [{ furnishing_entity_id: ours }] } });
  });
});

describe('the coverage of a template', () => {
  test('is available for a consumer by id', async () => {
    const { world } = await anOwner(service);
    const answer = await check(service, world, {
      product_id: ASSETS.id,
      consumer_id: world.subjectId,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        consumer_id: world.subjectId,
        business_id: null,
        entities: [
          {
            furnishing_entity_id: world.furnisherId,
            furnishing_entity_name: null,
            models: [{ model_name: ASSETS.slug, met_count: 2 }],
          },
        ],
      },
    });
    expect(await service.queryEvents(world.principal)).toEqual([]);
  });

  test('follows recorded consents like its query', async () => {
    const { world } = await anOwner(service);
    const consent = aConsumersConsent(world, { consented_fields: `${ASSETS.slug}.asset_type` });
    await service.deliver(ConsentGranted, consent);
    const byId = { product_id: ASSETS.id, consumer_id: world.subjectId };
    for (const body of [byId, { ...byId, consent_id: consent.consent_id }]) {
      expect(await check(service, world, body)).toMatchObject({
        body: { entities: [{ models: [{ met_count: 1 }] }] },
      });
    }
    const revoked_at = new Date().toISOString();
    await service.deliver(ConsentGranted, { ...consent, revision: 2, revoked_at });
    expect(await check(service, world, byId)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
  });
});
