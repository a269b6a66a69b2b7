import { BusinessIdentified, RecordEnded, RecordSubstituted } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, theEndOf, type World } from '../testing/world.js';

const service = useQueryService();

const QUERY = '/v1/products/kyb_certificate/query';

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

/**
 * A business with three records of one furnisher: `replaced` is not stored, because `ended` was
 * verified later and `last` was furnished later.
 */
async function aReplacedRecord() {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  const record = (text: string, performedAt: string, day: number) => ({
    ...aVerification(world, { business_entity_type: text }, performedAt),
    furnished_at: `2026-02-0${day}T00:00:00.000Z`,
  });
  const ended = record('ended', '2026-01-01T00:00:00Z', 1);
  const replaced = record('replaced', '2025-06-01T00:00:00Z', 2);
  const last = record('last', '2025-01-01T00:00:00Z', 3);
  await service.furnish(ended);
  await service.furnish(last);
  await service.furnish(replaced);
  return { world, ended, replaced, last };
}

/** Resolves when the records that count in place of an ended one were read. */
const settled = (recordId: string) =>
  eventually(async () => {
    const rows = await service.sql(
      'select from record_copy where record_id = $1 and standing_applied',
      [recordId],
    );
    expect(rows).toHaveLength(1);
  });

test('a record that an ended one replaced counts again, although it was not delivered with the end', async () => {
  const { world, ended, replaced, last } = await aReplacedRecord();
  service.furnishing.stand(replaced, last);
  await service.deliver(RecordEnded, theEndOf(ended));
  await service.deliver(RecordSubstituted, { ...last, ended_record_id: ended.record_id });
  await settled(ended.record_id);
  expect(await answered(world)).toBe('replaced');
});

test('a record about a merged business counts again when one about the remaining business ends', async () => {
  const { world, ended, last } = await aReplacedRecord();
  const merged = { ...aWorld(), networkId: world.networkId, furnisherId: world.furnisherId };
  await service.identify(merged, 'business', merged.hash);
  const replaced = {
    ...aVerification(merged, { business_entity_type: 'merged' }, '2025-07-01T00:00:00Z'),
    furnished_at: '2026-02-02T00:00:00.000Z',
  };
  await service.furnish(replaced);
  await service.settle(BusinessIdentified, {
    network_id: world.networkId,
    business_id: merged.subjectId,
    match_hashes: [],
    merged_into: world.subjectId,
    revision: 2,
  });
  service.furnishing.stand(replaced, last);
  await service.deliver(RecordEnded, theEndOf(ended));
  await settled(ended.record_id);
  expect(await answered(world)).toBe('merged');
});

test('a record that ended since furnishing was asked does not count', async () => {
  const { world, ended, replaced, last } = await aReplacedRecord();
  await service.deliver(RecordEnded, theEndOf(replaced), theEndOf(last));
  service.furnishing.stand(replaced, last);
  await service.deliver(RecordEnded, theEndOf(ended));
  await settled(ended.record_id);
  expect(await answered(world)).toBeUndefined();
});

test('the records are read again until furnishing responds', async () => {
  const { world, ended, replaced } = await aReplacedRecord();
  service.furnishing.stand(replaced);
  service.furnishing.failWith(503);
  service.furnishing.forget();
  await service.deliver(RecordEnded, theEndOf(ended));
  await eventually(() => expect(service.furnishing.calls).not.toEqual([]));
  service.furnishing.failWith(undefined);
  await settled(ended.record_id);
  expect(await answered(world)).toBe('replaced');
});
