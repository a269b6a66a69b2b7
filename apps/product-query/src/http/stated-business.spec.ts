import { ConsentGranted, QueryingPolicySaved, type ConsentState } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { IDENTITY } from '../testing/coverage.js';
import { aDemand } from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aVerification, aWorld, stating, type World } from '../testing/world.js';

const service = useQueryService();

const KYB_QUERY = '/v1/products/kyb_certificate/query';

/** A business whose record names it `Real Name LLC`. */
async function aNamedBusiness(): Promise<World> {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  const record = aVerification(world, { business_entity_type: 'llc' });
  await service.furnish({ ...record, stated_business: stating('Real Name LLC') });
  return world;
}

/** A query under a consent that names the business. */
async function queryFor(world: World, business_legal_name: string, change?: Partial<ConsentState>) {
  const consent = aConsent(world, { business_legal_name, ...change });
  await service.deliver(ConsentGranted, consent);
  const body = { network_ids: [world.networkId], consent_id: consent.consent_id };
  const { status, reference, body: answer } = await service.query(world.principal, KYB_QUERY, body);
  return { status, reference: String(reference), answer };
}

const explained = async (world: World, reference: string) =>
  (await service.call(world.principal, 'GET', `/v1/query-events/${reference}/explanation`)).body;

const replayed = async ({ networkId }: World, reference: string) =>
  (
    await service.call(
      member(networkId, 'governor'),
      'POST',
      `/v1/query-events/${reference}/replay`,
      {},
    )
  ).body;

describe('a certificate', () => {
  test('names the business as the furnisher states it, not as the consent does', async () => {
    const world = await aNamedBusiness();
    const { reference, answer } = await queryFor(world, 'Totally Different Inc');
    const { furnisherId: furnishing_entity_id } = world;
    expect(answer).toMatchObject({
      result: {
        meta: {
          business: {
            business_legal_name: 'Real Name LLC',
            furnishing_entity_id,
            other_legal_names: [],
            registrations: [
              {
                business_jurisdiction_of_formation: 'US-DE',
                business_registration_identifier: '5551234',
                furnishing_entity_id,
              },
            ],
          },
        },
      },
    });
    expect(await explained(world, reference)).toMatchObject({
      code: 'issued',
      sections: expect.arrayContaining([
        expect.objectContaining({
          model_name: IDENTITY,
          code: 'issued',
          name_differs: true,
          explanation: expect.stringContaining('names the business otherwise than the consent'),
        }),
      ]),
    });
    expect(await replayed(world, reference)).toMatchObject({ code: 'identical' });
  });

  test('of a business under its name in another spelling reports no difference', async () => {
    const world = await aNamedBusiness();
    const { reference } = await queryFor(world, 'REAL-NAME, L.L.C.');
    const { sections } = await explained(world, reference);
    expect(sections).toMatchObject([{ name_differs: false }, {}, {}]);
  });

  test('has null for the name and the registration that consent hides', async () => {
    const world = await aNamedBusiness();
    const hiding = { consented_fields: `${IDENTITY}.business_entity_type` };
    const { reference, answer } = await queryFor(world, 'Totally Different Inc', hiding);
    expect(answer).toMatchObject({
      result: {
        meta: {
          business: {
            business_legal_name: null,
            furnishing_entity_id: null,
            other_legal_names: [],
            registrations: [],
          },
        },
      },
    });
    const { sections } = await explained(world, reference);
    expect(sections).toMatchObject([{ name_differs: false }, {}, {}]);
    expect(await replayed(world, reference)).toMatchObject({ code: 'identical' });
  });

  test('names the business as the record that is last furnished, where the verification time is hidden', async () => {
    const world = await aNamedBusiness();
    const older = aVerification(world, { business_entity_type: 'llc' }, '2020-01-01T00:00:00Z');
    await service.furnish({ ...older, stated_business: stating('Old Name LLC', '777') });
    const named = async (fields: string) => {
      const consented_fields = `${IDENTITY}.business_legal_name,${fields}`;
      return (await queryFor(world, 'Real Name', { consented_fields })).answer;
    };
    const business = (business_legal_name: string) => ({
      result: { meta: { business: { business_legal_name } } },
    });
    expect(await named(`${IDENTITY}.business_entity_type`)).toMatchObject(business('Old Name LLC'));
    expect(
      await named(`${IDENTITY}.business_identity_verification_performed_timestamp`),
    ).toMatchObject(business('Real Name LLC'));
  });
});

describe('a policy that requires the legal name of the consent', () => {
  test('gives no result for another name, and the explanation has the rule', async () => {
    const world = await aNamedBusiness();
    await service.deliver(QueryingPolicySaved, aDemand(world, { name_match: 'require' }));
    const { status, reference } = await queryFor(world, 'Totally Different Inc');
    expect(status).toBe(204);
    const { sections } = await explained(world, reference);
    expect(sections).toMatchObject([
      { limits: [{ code: 'name_differs', model_name: IDENTITY }], records: [] },
      {},
      {},
    ]);
    const replay = await replayed(world, reference);
    expect(replay).toMatchObject({ code: 'identical' });
    expect(await queryFor(world, 'Real Name')).toMatchObject({ status: 200 });
  });

  test('gives no result in the simulation of a query that had one', async () => {
    const world = await aNamedBusiness();
    const { reference } = await queryFor(world, 'Totally Different Inc');
    const draft = { model_selections: [{ model_name: IDENTITY, name_match: 'require' }] };
    const path = `/v1/query-events/${reference}/replay`;
    const governor = member(world.networkId, 'governor');
    expect(await service.call(governor, 'POST', path, draft)).toMatchObject({
      status: 200,
      body: {
        simulation: {
          simulated_outcome: 'no_result',
          records: [{ recorded_code: 'chosen', simulated_code: 'name_differs' }],
        },
      },
    });
  });
});
