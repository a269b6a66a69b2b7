import { AttestationCreated, BusinessIdentified, ConsentGranted, newId } from '@ndx/contracts';
import { account, member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import type { Decision } from '../domain/decision/decision.js';
import { aBusinessQuery, aConsumerQuery } from '../testing/requests.js';
import { LEGAL_NAME, templateNamed } from '../testing/template-input.js';
import { aConsumer, anOwner, ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent, anAttestation, aRecord, aWorld, stating } from '../testing/world.js';

const BUSINESS = templateNamed('business_identity_verification');
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const service = useQueryService({ isReplayed: true });

const refused = { status: 403, body: { error_code: 'PERMISSION_DENIED' }, reference: null };

describe('a template query', () => {
  test('of an unknown consumer is a 204 with a reference, and an event without a subject', async () => {
    const nobody = new ConsumerWorld(service);
    await nobody.consent();
    const answer = await nobody.query(ASSETS);
    expect(answer).toEqual({
      status: 204,
      reference: expect.stringMatching(UUID),
      body: undefined,
    });
    expect(await service.queryEvents(nobody.world.principal)).toEqual([
      expect.objectContaining({
        query_event_id: answer.reference,
        subject_id: null,
        outcome: 'no_result',
        furnishing_entity_ids: [],
      }),
    ]);
  });

  test('returns the record that was furnished last, whole and under its furnisher', async () => {
    const owner = await anOwner(service);
    const newer = newId();
    await owner.furnish(
      ASSETS,
      { asset_type: 'boat' },
      { furnishing_entity_id: newer, furnished_at: '2999-01-01T00:00:00.000Z' },
    );
    expect(await owner.query(ASSETS)).toMatchObject({
      body: {
        housing_status_own_rent: null,
        asset_type: 'boat',
        network_furnisher_id: newer,
      },
    });
  });

  test('returns no value of an earlier record of the same furnisher', async () => {
    const owner = await anOwner(service);
    await owner.furnish(ASSETS, { asset_type: 'boat' }, { furnished_at: '2999-01-01T00:00:00Z' });
    expect(await owner.query(ASSETS)).toMatchObject({
      body: {
        housing_status_own_rent: null,
        asset_type: 'boat',
        network_furnisher_id: owner.world.furnisherId,
      },
    });
  });
});

describe('the networks of a template query', () => {
  test('are all networks in which the caller is a querier, or the one in the header', async () => {
    const owner = await anOwner(service, { network_id: null });
    const other = owner.elsewhere();
    await owner.identify(other);
    await owner.furnish(
      ASSETS,
      { asset_type: 'boat' },
      {
        network_id: other.networkId,
        subject_id: other.subjectId,
        furnished_at: '2999-01-01T00:00:00.000Z',
      },
    );
    const { principal } = other;
    expect(await owner.query(ASSETS, { principal })).toMatchObject({
      body: { asset_type: 'boat', housing_status_own_rent: null },
    });
    const headers = { 'x-network-id': owner.world.networkId.toUpperCase() };
    expect(await owner.query(ASSETS, { principal, headers })).toMatchObject({ body: OWNS });
    expect((await service.queryEvents(principal)).map((event) => event.network_ids)).toEqual([
      [owner.world.networkId, other.networkId],
      [owner.world.networkId],
    ]);
  });

  test('must be networks in which the caller is a querier', async () => {
    const { query, world } = await forbidden();
    expect(await query({ headers: { 'x-network-id': newId() } })).toMatchObject(refused);
    expect(await query({ principal: member(world.networkId, 'furnisher') })).toMatchObject(refused);
    expect(await query({ principal: account() })).toMatchObject(refused);
    expect(await service.queryEvents(world.principal)).toEqual([]);
  });

  async function forbidden() {
    const owner = await anOwner(service);
    const query = (options: Parameters<typeof owner.query>[1]) => owner.query(ASSETS, options);
    return { query, world: owner.world };
  }
});

describe('a business in a template query', () => {
  const REGISTRATION = 20_417;
  const verified = (status: string) => {
    const sealed = service.sealer.seal('012345678');
    const names = BUSINESS.outputs.flatMap(({ source, required }) =>
      source.kind === 'furnished' && required ? [source.field] : [],
    );
    return {
      ...Object.fromEntries(names.map((name) => [name, 'text'])),
      business_registration_identifier_from_jurisdiction_of_formation: REGISTRATION,
      business_tax_identifier_value: sealed,
      business_registration_status: status,
    };
  };

  test('is found by its registration before its EIN with the legal name, never by the EIN alone; its secret is decrypted for the answer only', async () => {
    const world = aWorld();
    const other = { ...world, subjectId: newId() };
    const key = JSON.stringify(['US-DE', String(REGISTRATION)]);
    await service.identify(world, 'business', service.matchHash.of('registration', key));
    const named = JSON.stringify(['012345678', 'totallydifferent']);
    await service.identify(other, 'business', service.matchHash.of('ein-and-legal-name', named));
    const record = {
      ...{ dataset: BUSINESS.slug, subject_type: 'business' as const },
      stated_business: stating(LEGAL_NAME),
    };
    await service.furnish(
      aRecord(world, { ...record, models: { [BUSINESS.slug]: verified('by registration') } }),
      aRecord(other, { ...record, models: { [BUSINESS.slug]: verified('by EIN') } }),
    );
    const query = (body: object) =>
      service.query(world.principal, BUSINESS.query.path, aBusinessQuery(REGISTRATION, body));
    const tax = {
      business_tax_identifier_value: '01-2345678',
      business_legal_name: 'Totally Different Inc',
    };
    expect(await query(tax)).toMatchObject({
      status: 200,
      body: {
        business_legal_name: LEGAL_NAME,
        business_registration_status: 'by registration',
        business_tax_identifier_value: '012345678',
      },
    });
    const elsewhere = { ...tax, business_jurisdiction_of_formation: 'US-MA' };
    expect(await query(elsewhere)).toMatchObject({
      body: { business_registration_status: 'by EIN' },
    });
    const bare = { ...tax, business_jurisdiction_of_formation: 'Delaware' };
    expect(await query(bare)).toMatchObject({
      body: { business_registration_status: 'by registration' },
    });
    const shell = { ...elsewhere, business_legal_name: 'Shell Trading Inc' };
    expect(await query(shell)).toMatchObject({ status: 204 });
    expect(await query({ ...tax, business_jurisdiction_of_formation: 'Atlantis' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^business_jurisdiction_of_formation: must be/) },
    });
    const stored = await service.sql(
      `select from statement where subject_id = $1 and content like '%012345678%'`,
      [world.subjectId],
    );
    expect(stored).toEqual([]);
  });

  test('without a known name has no answer: the name is required, and the query does not set it', async () => {
    const world = aWorld();
    const registration = REGISTRATION + 1;
    const key = JSON.stringify(['US-DE', String(registration)]);
    await service.settle(BusinessIdentified, {
      business_id: world.subjectId,
      network_id: world.networkId,
      match_hashes: [service.matchHash.of('registration', key)],
      ...{ merged_into: null, revision: 1 },
    });
    const models = { [BUSINESS.slug]: verified('active') };
    const record = { dataset: BUSINESS.slug, subject_type: 'business', models } as const;
    await service.furnish(aRecord(world, record));
    const body = aBusinessQuery(registration, {});
    expect(await service.query(world.principal, BUSINESS.query.path, body)).toMatchObject({
      status: 204,
    });
  });
});

/** The decision that was stored with a query's event. */
async function decisionOf(reference: string | null): Promise<Decision | undefined> {
  const rows = await service.sql<{ decision: string }>(
    'select decision from query_text where query_event_id = $1',
    [reference],
  );
  return rows.map(({ decision }) => JSON.parse(decision) as Decision)[0];
}

describe('the decision on a template query', () => {
  test('has the consent, the records with their attestations and the keyed hash of the answer', async () => {
    const owner = await anOwner(service);
    const attestation = anAttestation({
      entity_id: owner.world.furnisherId,
      product_id: ASSETS.id,
    });
    await service.deliver(AttestationCreated, attestation);
    const { reference, status } = await owner.query(ASSETS);
    expect(status).toBe(200);
    const decision = await decisionOf(reference);
    expect(decision).toMatchObject({
      bound: [0],
      ids: [owner.world.furnisherId, expect.any(String), attestation.attestation_id],
      template: {
        times: { [ASSETS.slug]: expect.any(Number) },
        answer: expect.stringMatching(/^[\w-]{43}$/),
      },
      models: { [ASSETS.slug]: [[0, 0, 1, 2, 'chosen']] },
    });
    const absent = decision?.template?.absent ?? [];
    expect(absent).toContain('asset_current_market_value');
    expect(absent.filter((name) => name in OWNS)).toEqual([]);
  });

  test('is stored with a 204 too', async () => {
    const consumer = await aConsumer(service);
    const { reference, status } = await consumer.query(ASSETS);
    expect(status).toBe(204);
    expect(await decisionOf(reference)).toMatchObject({
      bound: [0],
      ids: [],
      models: {},
      template: { slug: ASSETS.slug },
    });
  });
});

const dateOfBirthHash = (ssn: string, day = '1971-03-04') =>
  service.matchHash.of('ssn-and-birth-date', JSON.stringify([ssn, day]));

test('a consumer is found by the SSN with the date of birth, and by another date is a 204', async () => {
  const world = aWorld();
  await service.identify(world, 'consumer', dateOfBirthHash('712345678'));
  const models = { [ASSETS.slug]: OWNS };
  await service.furnish(aRecord(world, { dataset: ASSETS.slug, subject_type: 'consumer', models }));
  const consentOf = (consumer_id: string, ...match_hashes: string[]) =>
    service.deliver(ConsentGranted, aConsumersConsent(world, { consumer_id, match_hashes }));
  await consentOf(world.subjectId, dateOfBirthHash('712345678'));
  await consentOf(newId(), dateOfBirthHash('712345678', '1955-05-05'));
  const status = async (change: object) => {
    const body = aConsumerQuery(712_345_678, change);
    return (await service.query(world.principal, ASSETS.query.path, body)).status;
  };
  expect(await status({})).toBe(200);
  expect(await status({ last_name: 'Married' })).toBe(200);
  expect(await status({ date_of_birth: '1955-05-05' })).toBe(204);
});

test('the same consumer is found with or without the leading zeros of the number', async () => {
  const world = aWorld();
  await service.identify(world, 'consumer', dateOfBirthHash('012345678'));
  await service.furnish(
    aRecord(world, {
      dataset: ASSETS.slug,
      subject_type: 'consumer',
      models: { [ASSETS.slug]: OWNS },
    }),
  );
  const consent = { match_hashes: [dateOfBirthHash('012345678')] };
  await service.deliver(ConsentGranted, aConsumersConsent(world, consent));
  const body = aConsumerQuery(12_345_678);
  expect(await service.query(world.principal, ASSETS.query.path, body)).toMatchObject({
    status: 200,
    body: OWNS,
  });
});
