import {
  exampleOf,
  knownValuesOf,
  partsOf,
  storedTemplate,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import { AttestationCreated, ConsentGranted, newId, QueryingPolicySaved } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { parsePolicyTest, runPolicyTest, type PolicyTest } from '../domain/policy-test/index.js';
import { aField, aSelection } from '../testing/builders.js';
import { aDefaultPolicy } from '../testing/explained-business.js';
import { aBusinessQuery, aConsumerQuery } from '../testing/requests.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, anAttestation, aRecord, aWorld, type World } from '../testing/world.js';

const service = useQueryService();

const HOUSING = 'housing_status_own_rent';
const BUSINESS = templateNamed('business_identity_verification');
const DAY_MS = 86_400_000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const save = ({ networkId }: World, reference: string | null) =>
  service.call(
    member(networkId, 'governor'),
    'POST',
    `/v1/query-events/${String(reference)}/policy-test`,
  );

type Policy = ReturnType<typeof aDefaultPolicy>;

const configurationOf = ({ consent, permissible_purposes, model_selections }: Policy) => ({
  ...{ consent, permissible_purposes, model_selections },
});

const BUILT_IN = { consent: null, permissible_purposes: [], model_selections: [] };

/** The saved test, which passes under the configuration that decided. */
async function saved(world: World, reference: string | null, configuration: object = BUILT_IN) {
  const { status, body } = await save(world, reference);
  expect({ status, ...body }).toMatchObject({ status: 200 });
  const found = parsePolicyTest(body['test']);
  expect(runPolicyTest(found, configuration).differences).toEqual([]);
  return found;
}

const STATUSES = new Set([
  'aggregated_credit_accounts_worst_current_delinquency_status',
  'any_currently_past_due_accounts_',
]);

/** What furnishing stores of a record with an own text or number in each field. */
function stated(template: Template) {
  const values = (template.furnish?.data ?? []).map((field, place) => {
    const example = exampleOf(field);
    const isFree = knownValuesOf(field).length === 0 && !STATUSES.has(field.name);
    const own = isFree && (field.type === 'string' || field.type === 'name');
    return [field.name, own ? `Stated ${String(place)}` : example] as const;
  });
  const [models] = Object.values(storedTemplate(template, Object.fromEntries(values)));
  const sealed = (template.furnish?.data ?? []).filter((field) => field.sealed);
  return {
    ...models,
    ...Object.fromEntries(sealed.map(({ name }) => [name, service.sealer.seal('Stated secret')])),
  };
}

/** The members of a query of the template that differ from those of most templates. */
function inputFor({ query }: Template) {
  const line = query.input.filter((field) => field.name === 'personal_address_line_2');
  const unknown = Object.keys(aConsumerQuery(1)).filter(
    (name) => !query.input.some((field) => field.name === name),
  );
  return Object.fromEntries([
    ...unknown.map((name) => [name, undefined] as const),
    ...line.map(({ name }) => [name, ''] as const),
  ]);
}

const dataIn = ({ records = [] }: PolicyTest, { slug }: Template) =>
  records.map((record) => record[slug] as Readonly<Record<string, unknown>>);

const CONSUMER_TEMPLATES = TEMPLATES.flatMap(({ subject, slug }) =>
  subject === 'consumer' ? [slug] : [],
);

describe('a saved test of a template', () => {
  test.each(CONSUMER_TEMPLATES)('states the query of %s without a stated value', async (slug) => {
    const template = templateNamed(slug);
    const consumer = await aConsumer(service);
    const parts = template.furnish ? [template] : partsOf(template);
    for (const part of parts) await consumer.furnish(part, stated(part));
    const { reference } = await consumer.query(template, { change: inputFor(template) });
    const found = await saved(consumer.world, reference);
    expect(found.query).toEqual({
      querying_entity_id: consumer.world.principal.entity_id,
      template_slug: slug,
    });
    expect(found.expected.outcome).toBe('issued');
    expect(JSON.stringify(found)).not.toContain('Stated');
  });

  test('keeps accepted values and ages, and fails under a narrower policy', async () => {
    const consumer = await aConsumer(service);
    const { world } = consumer;
    const accepted_values = ['own'];
    const selection = aSelection({
      model_name: ASSETS.slug,
      max_age_days: 30,
      field_selections: [aField({ field_name: HOUSING, accepted_values })],
    });
    const policy = aDefaultPolicy(world, { product_id: ASSETS.id, model_selections: [selection] });
    await service.deliver(QueryingPolicySaved, policy);
    await consumer.furnish(
      ASSETS,
      { [HOUSING]: 'own', asset_type: 'castle', asset_current_market_value: '98765' },
      { furnished_at: daysAgo(20.5) },
    );
    const { reference } = await consumer.query(ASSETS);
    const found = await saved(world, reference, configurationOf(policy));
    const [data] = dataIn(found, ASSETS);
    expect(data).toEqual({
      ...{ [HOUSING]: 'own', asset_type: 'Example value', asset_current_market_value: 1 },
    });
    expect(found.expected).toEqual({
      outcome: 'issued',
      groups: { [ASSETS.slug]: { furnishing_entity_id: world.furnisherId } },
    });
    const narrower = { ...policy, model_selections: [{ ...selection, max_age_days: 20 }] };
    expect(runPolicyTest(found, configurationOf(narrower)).found.reasons).toEqual(['too_old']);
  });

  test('keeps the reason of a 204, and the furnisher that another one replaced', async () => {
    const consumer = await aConsumer(service);
    const { world } = consumer;
    const selection = aSelection({
      model_name: ASSETS.slug,
      field_selections: [aField({ field_name: HOUSING, accepted_values: ['own'] })],
    });
    const policy = aDefaultPolicy(world, { product_id: ASSETS.id, model_selections: [selection] });
    await service.deliver(QueryingPolicySaved, policy);
    const other = newId();
    await consumer.furnish(ASSETS, { [HOUSING]: 'rent' });
    const refused = await consumer.query(ASSETS);
    expect(refused.status).toBe(204);
    const none = await saved(world, refused.reference, configurationOf(policy));
    expect(none.expected).toEqual({ outcome: 'no_result', reason: 'value_not_accepted' });
    await consumer.furnish(ASSETS, { [HOUSING]: 'own' }, { furnishing_entity_id: other });
    const both = await consumer.query(ASSETS);
    const found = await saved(world, both.reference, configurationOf(policy));
    expect(found.expected.groups).toEqual({ [ASSETS.slug]: { furnishing_entity_id: other } });
    expect(found.records).toHaveLength(2);
  });

  test('has nothing that the consent hides', async () => {
    const fields = `${ASSETS.slug}.${HOUSING}`;
    const consumer = await aConsumer(service, { consented_fields: fields });
    await consumer.furnish(ASSETS, { [HOUSING]: 'own', asset_type: 'castle' });
    await consumer.furnish(ASSETS, { asset_type: 'castle' }, { furnishing_entity_id: newId() });
    const { reference } = await consumer.query(ASSETS);
    const found = await saved(consumer.world, reference);
    expect(dataIn(found, ASSETS)).toEqual([{ [HOUSING]: expect.any(String) }]);
    expect(found.consents).toEqual([expect.objectContaining({ consented_fields: fields })]);
  });

  test('states the attestations that decided', async () => {
    const consumer = await aConsumer(service);
    const { world } = consumer;
    const selection = aSelection({ model_name: ASSETS.slug, attestation_required: true });
    const policy = aDefaultPolicy(world, { product_id: ASSETS.id, model_selections: [selection] });
    await service.deliver(QueryingPolicySaved, policy);
    await consumer.furnish(ASSETS, { [HOUSING]: 'own' });
    const attestation = { entity_id: world.furnisherId, product_id: ASSETS.id };
    await service.deliver(AttestationCreated, anAttestation(attestation));
    const { reference, status } = await consumer.query(ASSETS);
    expect(status).toBe(200);
    const found = await saved(world, reference, configurationOf(policy));
    expect(found.attestations).toEqual([
      { entity_id: world.furnisherId, expires_at: expect.any(String) },
    ]);
    const without = { ...found, attestations: [] };
    expect(runPolicyTest(without, configurationOf(policy)).found.outcome).toBe('no_result');
  });

  test('of a business has a made-up name, and says whether it is the one in the consent', async () => {
    const registration = 30_417;
    const key = JSON.stringify(['US-DE', String(registration)]);
    const world = { ...aWorld(), hash: service.matchHash.of('registration', key) };
    await service.identify(world, 'business', world.hash);
    await service.furnish(
      aRecord(world, {
        ...{ dataset: BUSINESS.slug, subject_type: 'business' },
        models: { [BUSINESS.slug]: stated(BUSINESS) },
        stated_business: {
          business_legal_name: 'Harbor Bakery Inc',
          business_jurisdiction_of_formation: null,
          business_registration_identifier: null,
        },
      }),
    );
    const ask = () =>
      service.query(world.principal, BUSINESS.query.path, aBusinessQuery(registration));
    const open = await saved(world, (await ask()).reference);
    expect(open.records).toEqual([
      expect.objectContaining({
        business_identity: { business_legal_name: 'Example Business LLC' },
      }),
    ]);
    const consent = aConsent(world, { business_legal_name: 'Another Name Inc' });
    await service.deliver(ConsentGranted, consent);
    const named = await saved(world, (await ask()).reference);
    expect(named.records).toEqual([
      expect.objectContaining({
        business_identity: { business_legal_name: 'Other Example Business LLC' },
      }),
    ]);
    for (const text of ['Harbor', 'Another', 'Stated', String(registration)]) {
      expect(JSON.stringify([open, named])).not.toContain(text);
    }
  });

  test('is refused where the consumer was read in several networks', async () => {
    const consumer = await aConsumer(service, { network_id: null });
    const { principal } = consumer.elsewhere();
    await consumer.furnish(ASSETS, { [HOUSING]: 'own' });
    const { reference } = await consumer.query(ASSETS, { principal });
    const governor = {
      ...principal,
      memberships: principal.memberships.map((one) => ({ ...one, roles: ['governor' as const] })),
    };
    const answer = await service.call(
      governor,
      'POST',
      `/v1/query-events/${String(reference)}/policy-test`,
    );
    expect(answer).toMatchObject({ status: 409, body: { reason: 'not_testable' } });
  });
});
