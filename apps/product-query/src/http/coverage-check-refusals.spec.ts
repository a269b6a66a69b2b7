import { ConsentGranted, newId, type ConsentState } from '@ndx/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aKnownBusiness, check, KYB } from '../testing/coverage.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';
import { ASSETS } from '../testing/template-worlds.js';
import { aConsent, type World } from '../testing/world.js';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

describe('a coverage check is rejected', () => {
  const refusals: readonly [string, number, (world: World, other: World) => object][] = [
    ['of no subject', 400, () => ({ product_id: KYB })],
    [
      'of the wrong kind of subject',
      400,
      ({ subjectId }) => ({ product_id: KYB, consumer_id: subjectId }),
    ],
    [
      'of a product that is not in the catalogue',
      400,
      ({ subjectId }) => ({ product_id: newId(), business_id: subjectId }),
    ],
    ['of nobody', 404, () => ({ product_id: KYB, business_id: newId() })],
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
      'in a network in which the caller is no querier',
      403,
      (_, other) => ({
        product_id: KYB,
        business_id: other.subjectId,
        network_ids: [other.networkId],
      }),
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
    ['without a network', 422, () => ({ product_id: KYB, business_id: newId(), network_ids: [] })],
    ['with an unknown field', 422, () => ({ product_id: KYB, subject_id: newId() })],
    ['without a product', 422, () => ({ business_id: newId() })],
  ];

  test.each(refusals)('%s: %i', async (_, status, body) => {
    const [world, other] = [await aKnownBusiness(service), await aKnownBusiness(service)];
    expect(await check(service, world, body(world, other))).toMatchObject({ status });
  });

  test('when the consent is of another subject, or of another kind', async () => {
    const [world, other] = [await aKnownBusiness(service), await aKnownBusiness(service)];
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
