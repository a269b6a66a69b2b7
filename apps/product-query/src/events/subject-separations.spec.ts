import { BusinessIdentified, ConsentGranted, newId, SubjectSeparated } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aVerification, aWorld, type World } from '../testing/world.js';

const service = useQueryService();

const QUERY = '/v1/products/kyb_certificate/query';
const ALPHA = 'Alpha Bakery LLC';
const BETA = 'Beta Trading Inc';

/** A business whose records of two furnishers are of two companies, and its separation. */
function twoInOne() {
  const world = aWorld();
  const beta: World = { ...world, furnisherId: newId() };
  const named = (of: World, business_legal_name: string, performedAt?: string) => ({
    ...aVerification(of, { business_entity_type: business_legal_name }, performedAt),
    stated_business: {
      business_legal_name,
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier: '123',
    },
  });
  const records = { alpha: named(world, ALPHA), beta: named(beta, BETA) };
  const separatedId = newId();
  const betaHash = newId();
  const base = { network_id: world.networkId, merged_into: null };
  const identified = {
    ...{ ...base, business_id: world.subjectId },
    ...{ match_hashes: [world.hash, 'ein of beta'], revision: 1 },
  };
  const kept = { ...identified, match_hashes: [world.hash], revision: 2 };
  const made = {
    ...{ ...base, business_id: separatedId },
    ...{ match_hashes: [betaHash, 'ein of beta'], revision: 1 },
  };
  const consent = aConsent(world, { match_hashes: [world.hash, 'ein of beta'] });
  const separation = {
    separation_id: newId(),
    network_id: world.networkId,
    business_id: world.subjectId,
    kept,
    separated: made,
    statement_entity_ids: [beta.furnisherId],
    legal_names: [BETA],
    record_ids: [records.beta.record_id],
    consent_ids: [consent.consent_id],
    reason: 'Damaged number',
    account_id: newId(),
    separated_at: '2026-06-01T00:00:00.000Z',
  };
  const typeOf = async (asked: object) => {
    const body = { network_ids: [world.networkId], ...asked };
    const answer = await service.query(world.principal, QUERY, body);
    const { result } = (answer.body ?? {}) as {
      readonly result?: {
        business_identity_verification: { data: { business_entity_type: string } };
      };
    };
    return result?.business_identity_verification.data.business_entity_type;
  };
  const answers = async () => ({
    kept: await typeOf({ business_id: world.subjectId }),
    separated: await typeOf({ business_id: separatedId }),
  });
  return {
    world,
    beta,
    named,
    records,
    identified,
    kept,
    made,
    separation,
    consent,
    answers,
    typeOf,
  };
}

const APART = { kept: ALPHA, separated: BETA };

test('a separation applies before the events of the two businesses', async () => {
  const { identified, records, separation, consent, kept, made, answers, typeOf } = twoInOne();
  await service.settle(BusinessIdentified, identified);
  await service.settle(ConsentGranted, consent);
  await service.furnish(records.alpha, records.beta);
  await service.settle(SubjectSeparated, separation);
  expect(await answers()).toEqual(APART);
  expect(await typeOf({ consent_id: consent.consent_id })).toBe(BETA);
  await service.settle(BusinessIdentified, kept, made);
  expect(await answers()).toEqual(APART);
});

test('the events of the two businesses apply before their separation', async () => {
  const { identified, records, separation, kept, made, answers } = twoInOne();
  await service.settle(BusinessIdentified, identified);
  await service.furnish(records.alpha, records.beta);
  await service.settle(BusinessIdentified, kept, made);
  await service.settle(SubjectSeparated, separation);
  expect(await answers()).toEqual(APART);
});

test('records that arrive after a separation belong to the business that moved with them', async () => {
  const { beta, named, identified, records, separation, answers } = twoInOne();
  await service.settle(BusinessIdentified, identified);
  await service.settle(SubjectSeparated, separation);
  await service.furnish(records.alpha, records.beta);
  expect(await answers()).toEqual(APART);
  // Its subject was found before the separation; it states the moved name.
  const inFlight = named(beta, BETA, '2026-02-01T00:00:00Z');
  await service.furnish({
    ...inFlight,
    models: named(beta, 'later', '2026-02-01T00:00:00Z').models,
  });
  expect(await answers()).toEqual({ kept: ALPHA, separated: 'later' });
});

test('a kept consent no longer opens the separated business', async () => {
  const { world, identified, records, separation, consent, typeOf } = twoInOne();
  await service.settle(BusinessIdentified, identified);
  await service.settle(ConsentGranted, consent);
  await service.furnish(records.alpha, records.beta);
  await service.settle(SubjectSeparated, { ...separation, consent_ids: [] });
  expect(await typeOf({ consent_id: consent.consent_id })).toBe(ALPHA);
  const [row] = await service.sql('select match_hashes from consent_copy where consent_id = $1', [
    consent.consent_id,
  ]);
  expect(row).toEqual({ match_hashes: [world.hash] });
});

test('a record of a furnisher that has another one moves alone', async () => {
  const { world, named, identified, records, separation, answers } = twoInOne();
  const later = named(world, BETA, '2026-03-01T00:00:00Z');
  await service.settle(BusinessIdentified, identified);
  await service.furnish(records.alpha, later);
  await service.settle(SubjectSeparated, { ...separation, record_ids: [later.record_id] });
  // Furnishing publishes again what the moved record had replaced.
  expect(await answers()).toEqual({ kept: undefined, separated: BETA });
  await service.furnish(records.alpha, { ...later, subject_id: separation.separated.business_id });
  expect(await answers()).toEqual(APART);
});
