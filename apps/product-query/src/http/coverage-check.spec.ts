import { ConsentGranted, InstitutionRegistered, newId, type ConsentState } from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { check, IDENTITY, KYB } from '../testing/coverage.js';
import { aVerifiedBusiness } from '../testing/explained-business.js';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aConsumersConsent, aRecord, type World } from '../testing/world.js';

const service = useQueryService();

describe('the coverage of a product', () => {
  test('under a consent lists what the consent permits', async () => {
    const world = await aVerifiedBusiness(service);
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
    const world = await aVerifiedBusiness(service);
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
    ).toMatchObject({
      body: { entities: [{ furnishing_entity_id: ours, furnishing_entity_name: 'B' }] },
    });
  });
});

describe('the coverage of a template', () => {
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

describe('a coverage check is rejected', () => {
  const refusals: readonly [string, number, (world: World, other: World) => object][] = [
    [
      'of the wrong kind of subject',
      400,
      ({ subjectId }) => ({ product_id: KYB, consumer_id: subjectId }),
    ],
    [
      // Known or not: without a consent the response does not show whether the consumer exists.
      'of nobody whom a template knows',
      403,
      () => ({ product_id: ASSETS.id, consumer_id: newId() }),
    ],
    [
      'of a business as a consumer',
      403,
      ({ subjectId }) => ({ product_id: ASSETS.id, consumer_id: subjectId }),
    ],
    [
      'of a business of another network',
      404,
      (_, other) => ({ product_id: KYB, business_id: other.subjectId }),
    ],
    [
      'under an unknown consent',
      404,
      ({ subjectId }) => ({ product_id: KYB, business_id: subjectId, consent_id: 'none' }),
    ],
    [
      'under an unknown consent to a template',
      404,
      () => ({ product_id: ASSETS.id, consent_id: newId() }),
    ],
    [
      'under an unknown policy',
      404,
      ({ subjectId }) => ({ product_id: KYB, business_id: subjectId, policy_id: newId() }),
    ],
  ];

  test.each(refusals)('%s: %i', async (_, status, body) => {
    const [world, other] = [await aVerifiedBusiness(service), await aVerifiedBusiness(service)];
    expect(await check(service, world, body(world, other))).toMatchObject({ status });
  });

  test('when the consent is of another subject, or of another kind', async () => {
    const [world, other] = [await aVerifiedBusiness(service), await aVerifiedBusiness(service)];
    const anothers = aConsent(other, {
      entity_id: world.principal.entity_id,
      network_id: null,
    });
    const foreign = aConsent(other);
    await service.deliver(ConsentGranted, anothers, foreign);
    const under = (product_id: string, { consent_id }: ConsentState) =>
      check(service, world, { product_id, business_id: world.subjectId, consent_id });
    expect(await under(KYB, anothers)).toMatchObject({ status: 400 });
    expect(await under(ASSETS.id, anothers)).toMatchObject({ status: 400 });
    expect(await under(KYB, foreign)).toMatchObject({ status: 404 });
  });
});
