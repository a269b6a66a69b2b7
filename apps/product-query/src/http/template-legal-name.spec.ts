import { ConsentGranted, newId, QueryingPolicySaved, type ConsentState } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { check } from '../testing/coverage.js';
import { aDemand } from '../testing/explained-business.js';
import { aBusinessQuery } from '../testing/requests.js';
import { templateNamed, valuesOf } from '../testing/template-input.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aRecord, aVerification, aWorld, stating, type World } from '../testing/world.js';

const service = useQueryService({ isReplayed: true });

const BUSINESS = templateNamed('business_identity_verification');
const NAME = 'business_legal_name';

let lastRegistration = 40_000;

/** A business with a name of its network that no furnisher here stated. */
async function aRegisteredBusiness() {
  const registration = (lastRegistration += 1);
  const key = JSON.stringify(['US-DE', String(registration)]);
  const world: World = { ...aWorld(), hash: service.matchHash.of('registration', key) };
  await service.identify(world, 'business', world.hash);
  const query = () =>
    service.query(world.principal, BUSINESS.query.path, aBusinessQuery(registration, {}));
  const consent = async (change: Partial<ConsentState>) => {
    const given = aConsent(world, change);
    await service.deliver(ConsentGranted, given);
  };
  return { world, query, consent };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The furnisher's verification: its request has no legal name, its record the one stated before. */
const verify = (world: World, furnishedDaysAgo: number, legalName: string | null = null) =>
  service.furnish(
    aRecord(world, {
      ...{ dataset: BUSINESS.slug, subject_type: 'business' },
      furnished_at: daysAgo(furnishedDaysAgo),
      stated_business: stating(legalName),
      models: {
        [BUSINESS.slug]: {
          ...valuesOf(BUSINESS.slug),
          business_tax_identifier_value: service.sealer.seal('012345678'),
        },
      },
    }),
  );

/** The furnisher states the name in a record of the certificate. */
const name = (world: World, legalName: string, furnishedDaysAgo: number) =>
  service.furnish({
    ...aVerification(world, { business_entity_type: 'llc' }),
    ...{ furnished_at: daysAgo(furnishedDaysAgo), stated_business: stating(legalName) },
  });

const explain = async ({ principal }: World, reference: string | null) =>
  (await service.call(principal, 'GET', `/v1/query-events/${String(reference)}/explanation`)).body;

describe('the legal name in the answer of a template', () => {
  test('is the one that the furnisher of the chosen record stated itself', async () => {
    const { world, query } = await aRegisteredBusiness();
    const other = { ...world, furnisherId: newId() };
    await verify(world, 4);
    await name(world, 'Real Name LLC', 3);
    await verify(other, 2, 'Other Name Inc');
    const furnishedBy = (furnisher: World, legalName: string) => ({
      status: 200,
      body: { network_furnisher_id: furnisher.furnisherId, [NAME]: legalName },
    });
    expect(await query()).toMatchObject(furnishedBy(other, 'Other Name Inc'));
    await verify(world, 1, 'Real Name LLC');
    expect(await query()).toMatchObject(furnishedBy(world, 'Real Name LLC'));
    await name(world, 'Newer Name LLC', 0);
    expect(await query()).toMatchObject(furnishedBy(world, 'Newer Name LLC'));
  });

  test('is required: a furnisher that stated none is no source', async () => {
    const { world, query } = await aRegisteredBusiness();
    const other = { ...world, furnisherId: newId() };
    await verify(world, 1);
    const { status, reference } = await query();
    expect(status).toBe(204);
    expect(await explain(world, reference)).toMatchObject({
      code: 'required_field_missing',
      sections: [{ records: [{ code: 'required_field_missing', field_name: NAME }] }],
    });
    const body = { product_id: BUSINESS.id, business_id: world.subjectId };
    expect(await check(service, world, body)).toMatchObject({
      body: { issuable: false, entities: [{ missing: [`${BUSINESS.slug}.${NAME}`] }] },
    });
    await verify(other, 2, 'Other Name Inc');
    expect(await query()).toMatchObject({
      body: { network_furnisher_id: other.furnisherId, [NAME]: 'Other Name Inc' },
    });
  });

  test('is compared with the one in the consent', async () => {
    const { world, query, consent } = await aRegisteredBusiness();
    await verify(world, 1, 'Real Name LLC');
    const differs = async () => {
      const { reference } = await query();
      return (await explain(world, reference)) as object;
    };
    await consent({ business_legal_name: 'REAL NAME, L.L.C.' });
    expect(await differs()).toMatchObject({ sections: [{ name_differs: false }] });
    await consent({ business_legal_name: 'Shell Trading Inc' });
    expect(await differs()).toMatchObject({
      sections: [{ code: 'issued', name_differs: true }],
    });
    const policy = aDemand(world, { model_name: BUSINESS.slug, name_match: 'require' });
    await service.deliver(QueryingPolicySaved, { ...policy, product_id: BUSINESS.id });
    expect(await differs()).toMatchObject({
      code: 'required_field_missing',
      sections: [{ limits: [{ code: 'name_differs' }] }],
    });
    await consent({ business_legal_name: 'Real Name' });
    expect(await query()).toMatchObject({ status: 200, body: { [NAME]: 'Real Name LLC' } });
  });
});
