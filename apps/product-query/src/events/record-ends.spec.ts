import {
  BusinessIdentified,
  newId,
  RecordEnded,
  RecordFurnished,
  RecordSubstituted,
} from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, theEndOf, type World } from '../testing/world.js';

const service = useQueryService();

const QUERY = '/v1/products/kyb_certificate/query';

const verified = (world: World, text: string, performedAt?: string) =>
  aVerification(world, { business_entity_type: text }, performedAt);

/** What a query returns of the business; undefined for a 204. */
async function answered({ networkId, principal, subjectId }: World): Promise<string | undefined> {
  const body = { network_ids: [networkId], business_id: subjectId };
  const { status, body: answer } = await service.query(principal, QUERY, body);
  if (status === 204) return undefined;
  const { result } = answer as {
    result: { business_identity_verification: { data: { business_entity_type: string } } };
  };
  return result.business_identity_verification.data.business_entity_type;
}

async function aBusiness(): Promise<World> {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  return world;
}

test('an ended record is no source as soon as its end is applied', async () => {
  const world = await aBusiness();
  const record = verified(world, 'ended');
  await service.furnish(record);
  expect(await answered(world)).toBe('ended');
  await service.deliver(RecordEnded, theEndOf(record));
  expect(await answered(world)).toBeUndefined();
});

test('a record that arrives after its end is no source', async () => {
  const world = await aBusiness();
  const record = verified(world, 'ended');
  await service.deliver(RecordEnded, theEndOf(record));
  const other = verified({ ...world, furnisherId: newId() }, 'kept', '2025-01-01T00:00:00Z');
  await service.furnish(record, other);
  expect(await answered(world)).toBe('kept');
});

test('the other record of the furnisher that is stored stays, and an earlier one counts once it is published again', async () => {
  const world = await aBusiness();
  const furnished = (text: string, performedAt: string, furnished_at: string) => ({
    ...verified(world, text, performedAt),
    furnished_at,
  });
  const first = furnished('first', '2024-01-01T00:00:00Z', '2026-02-01T00:00:00.000Z');
  const latest = furnished('latest', '2026-01-01T00:00:00Z', '2026-02-02T00:00:00.000Z');
  const lastFurnished = furnished(
    'last furnished',
    '2025-01-01T00:00:00Z',
    '2026-02-03T00:00:00.000Z',
  );
  await service.furnish(first);
  await service.furnish(latest);
  await service.furnish(lastFurnished);
  expect(await answered(world)).toBe('latest');
  await service.deliver(RecordEnded, theEndOf(latest));
  expect(await answered(world)).toBe('last furnished');
  await service.deliver(RecordEnded, theEndOf(lastFurnished));
  expect(await answered(world)).toBeUndefined();
  await service.settle(RecordFurnished, first);
  expect(await answered(world)).toBe('first');
});

test('an end applies to the record of a business that was merged', async () => {
  const world = await aBusiness();
  const into = await aBusiness();
  const record = verified(world, 'ended');
  await service.furnish(record);
  await service.settle(BusinessIdentified, {
    network_id: world.networkId,
    business_id: world.subjectId,
    match_hashes: [],
    merged_into: into.subjectId,
    revision: 2,
  });
  await service.deliver(RecordEnded, theEndOf(record));
  const rows = await service.sql('select from statement where record_id = $1', [record.record_id]);
  expect(rows).toEqual([]);
});

test('a record that corrects another one replaces it before the end arrives, whatever was furnished since', async () => {
  const world = await aBusiness();
  const furnished = (text: string, performedAt: string, furnished_at: string) => ({
    ...verified(world, text, performedAt),
    furnished_at,
  });
  const old = furnished('old', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00.000Z');
  const corrected = furnished('corrected', '2025-01-01T00:00:00Z', '2026-02-02T00:00:00.000Z');
  const later = furnished('later', '2024-01-01T00:00:00Z', '2026-02-03T00:00:00.000Z');
  const end = {
    ...theEndOf(old),
    ...{ state: 'corrected' as const, reason: null, corrected_by_record_id: corrected.record_id },
  };
  await service.furnish(old);
  await service.furnish(later);
  expect(await answered(world)).toBe('old');
  await service.deliver(RecordSubstituted, { ...corrected, ended_record_id: old.record_id });
  expect(await answered(world)).toBe('corrected');
  await service.deliver(RecordEnded, end);
  await service.furnish(old);
  expect(await answered(world)).toBe('corrected');
});
