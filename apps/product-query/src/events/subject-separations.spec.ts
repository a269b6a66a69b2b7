import { BusinessIdentified, ConsentGranted, newId, SubjectSeparated } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
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
    merged_business_ids: [],
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

/** Two records of one furnisher, of which the later one moves. */
async function aReplacedRecord() {
  const two = twoInOne();
  const { world, named, identified, records } = two;
  const later = named(world, BETA, '2026-03-01T00:00:00Z');
  await service.settle(BusinessIdentified, identified);
  await service.furnish(records.alpha, later);
  return { ...two, later, separation: { ...two.separation, record_ids: [later.record_id] } };
}

test('a record that a moved one had replaced counts once the separation is acknowledged', async () => {
  const { separation, answers } = await aReplacedRecord();
  await service.deliver(SubjectSeparated, separation);
  expect(await answers()).toEqual(APART);
});

test('a moved record that a remaining one had replaced counts once the separation is acknowledged', async () => {
  const { records, separation, answers } = await aReplacedRecord();
  const moved = { record_ids: [records.alpha.record_id], legal_names: [ALPHA] };
  await service.deliver(SubjectSeparated, { ...separation, ...moved });
  expect(await answers()).toEqual({ kept: BETA, separated: ALPHA });
});

test('a separation that came by the bus alone is settled, too', async () => {
  const { separation, answers } = await aReplacedRecord();
  await service.settle(SubjectSeparated, separation);
  await eventually(async () => expect(await answers()).toEqual(APART));
});

test('a separation is acknowledged only once furnishing has responded', async () => {
  const { separation, answers } = await aReplacedRecord();
  service.furnishing.failWith(503);
  await expect(service.deliver(SubjectSeparated, separation)).rejects.toThrow();
  service.furnishing.failWith(undefined);
  await service.deliver(SubjectSeparated, separation);
  expect(await answers()).toEqual(APART);
});

describe('a record about a merged business', () => {
  /** A business, and one that is merged into it; the record of the latter moves to a new one. */
  async function aMergedBusiness() {
    const two = twoInOne();
    const { world, beta, named, identified, records } = two;
    const mergedId = newId();
    const merged = { ...identified, business_id: mergedId, match_hashes: [newId()] };
    const moved = named({ ...beta, subjectId: mergedId }, BETA);
    await service.settle(BusinessIdentified, identified, merged);
    await service.furnish(records.alpha, moved);
    const merge = () =>
      service.settle(BusinessIdentified, {
        ...merged,
        ...{ merged_into: world.subjectId, revision: 2 },
      });
    const separation = {
      ...two.separation,
      merged_business_ids: [mergedId],
      record_ids: [moved.record_id],
    };
    return { ...two, separation, moved, mergedId, merge };
  }

  test('moves with a separation of the remaining business', async () => {
    const { separation, answers, merge } = await aMergedBusiness();
    await merge();
    await service.deliver(SubjectSeparated, separation);
    expect(await answers()).toEqual(APART);
  });

  test('moves with a separation that overtook the merge', async () => {
    const { separation, answers, merge } = await aMergedBusiness();
    await service.deliver(SubjectSeparated, separation);
    expect(await answers()).toEqual(APART);
    await merge();
    await eventually(async () => expect(await answers()).toEqual(APART));
  });

  test('moves if it arrives between the separation and the merge', async () => {
    const { separation, moved, answers, merge } = await aMergedBusiness();
    await service.deliver(SubjectSeparated, separation);
    await service.furnish(moved);
    await merge();
    await eventually(async () => expect(await answers()).toEqual(APART));
  });

  test('moves with a consent that was recorded for the merged business', async () => {
    const { world, separation, mergedId, merge, typeOf } = await aMergedBusiness();
    const consent = aConsent(world, { business_id: mergedId, match_hashes: [world.hash] });
    await service.settle(ConsentGranted, consent);
    await merge();
    await service.deliver(SubjectSeparated, { ...separation, consent_ids: [consent.consent_id] });
    expect(await typeOf({ consent_id: consent.consent_id })).toBe(BETA);
  });
});
