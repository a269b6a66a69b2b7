import { describe, expect, test } from '@jest/globals';
import { BusinessIdentified, newId, SubjectSeparated } from '@ndx/contracts';
import { aSubscribedBusiness, askCertificate, noticesOf } from '../testing/notices.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, type World } from '../testing/world.js';

const service = useQueryService();

const SECTION = 'business_identity_verification';
const EARLIER = '2025-06-01T00:00:00Z';
const LATER = '2026-03-01T00:00:00Z';

/** Another furnisher's record of the business. */
const another = (world: World, performedAt: string) =>
  aVerification(
    { ...world, furnisherId: newId() },
    { business_entity_type: 'corporation' },
    performedAt,
  );

describe('a notice of a merged business', () => {
  /** An answer about a business with one record, and the merge with another business. */
  async function anAnswerBeforeMerge(performedAt: string) {
    const { world } = await aSubscribedBusiness(service);
    const other = { ...aWorld(), networkId: world.networkId };
    await service.identify(other, 'business', other.hash);
    await service.furnish(another(other, performedAt));
    const query = await askCertificate(service, world);
    const mergeInto = (into: World, merged: World) => {
      const state = { network_id: world.networkId, revision: 2 };
      return service.settle(
        BusinessIdentified,
        {
          ...{ ...state, business_id: into.subjectId, merged_into: null },
          match_hashes: [into.hash, merged.hash],
        },
        {
          ...{ ...state, business_id: merged.subjectId, merged_into: into.subjectId },
          match_hashes: [merged.hash],
        },
      );
    };
    return { world, other, query, mergeInto };
  }

  test('is created when the remaining business has a later verification', async () => {
    const { world, other, query, mergeInto } = await anAnswerBeforeMerge(LATER);
    await mergeInto(other, world);
    expect(await noticesOf(service, world.principal)).toMatchObject([
      { kind: 'changed', query_event_id: query, groups: [SECTION] },
    ]);
  });

  test('is created when the merged business brings a later verification', async () => {
    const { world, other, query, mergeInto } = await anAnswerBeforeMerge(LATER);
    await mergeInto(world, other);
    expect(await noticesOf(service, world.principal)).toMatchObject([
      { kind: 'changed', query_event_id: query, groups: [SECTION] },
    ]);
  });

  test('is not created when the answer stays the same', async () => {
    const { world, other, mergeInto } = await anAnswerBeforeMerge(EARLIER);
    await mergeInto(other, world);
    expect(await noticesOf(service, world.principal)).toEqual([]);
  });
});

describe('a notice of a separated business', () => {
  const SEPARATED_AT = '2026-06-01T00:00:00.000Z';

  /** An answer about a business, and a separation that moves records to a new business. */
  async function anAnswerBeforeSeparation() {
    const { world, record } = await aSubscribedBusiness(service);
    const older = another(world, EARLIER);
    await service.furnish(older);
    const query = await askCertificate(service, world);
    const separate = (moved: string) =>
      service.settle(SubjectSeparated, {
        separation_id: newId(),
        network_id: world.networkId,
        business_id: world.subjectId,
        merged_business_ids: [],
        kept: { match_hashes: [world.hash], revision: 2 },
        separated: { business_id: newId(), match_hashes: [newId()], revision: 1 },
        statement_entity_ids: [],
        legal_names: [],
        record_ids: [moved],
        consent_ids: [],
        reason: 'Damaged number',
        account_id: newId(),
        separated_at: SEPARATED_AT,
      });
    return { world, record, older, query, separate };
  }

  test('says that a record of the answer moved, and since when', async () => {
    const { world, record, query, separate } = await anAnswerBeforeSeparation();
    await separate(record.record_id);
    expect(await noticesOf(service, world.principal)).toMatchObject([
      { kind: 'separated', query_event_id: query, groups: [SECTION], since: SEPARATED_AT },
    ]);
  });

  test('is not created for a record that the answer did not use', async () => {
    const { world, older, separate } = await anAnswerBeforeSeparation();
    await separate(older.record_id);
    expect(await noticesOf(service, world.principal)).toEqual([]);
  });
});
