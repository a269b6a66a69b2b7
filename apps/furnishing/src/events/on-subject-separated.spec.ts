import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newId, SubjectSeparated } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const service = useFurnishingService();

const PATH = '/internal/records/of-separation';

/** A furnisher's records about one business, verified some days ago. */
async function recordsOf(...days: readonly number[]) {
  const furnisher = kybFurnisher(service);
  const ids: string[] = [];
  for (const each of days) {
    const section = anIdentitySection({}, daysAgo(each));
    const { body } = await furnisher.furnish([
      aRecord({ business_identity_verification: section }),
    ]);
    const [{ record_id }] = body['results'] as [{ record_id: string }];
    ids.push(record_id);
  }
  const [event] = await service.eventsOf(furnisher.principal, days.length);
  const subjectId = event?.subject_id ?? '';
  const counting = async (subject: string, moved: readonly (string | undefined)[]) => {
    const asked = { subject_id: subject, record_ids: moved };
    const { body } = await service.call<{ record_ids: string[] }>(
      'product-query',
      'POST',
      PATH,
      asked,
    );
    return body.record_ids.toSorted();
  };
  return { furnisher, ids, subjectId, counting };
}

/** What entity delivers when a governor separates records. */
const separation = (subjectId: string, newSubjectId: string, ids: readonly string[]) => ({
  separation_id: newId(),
  network_id: newId(),
  business_id: subjectId,
  merged_business_ids: [],
  kept: { match_hashes: [], revision: 2 },
  separated: { business_id: newSubjectId, match_hashes: [], revision: 1 },
  statement_entity_ids: [],
  legal_names: [],
  record_ids: [...ids],
  consent_ids: [],
  reason: 'Damaged number',
  account_id: newId(),
  separated_at: '2026-06-01T00:00:00.000Z',
});

test('the records that count on either side are the same before and after a separation', async () => {
  const { ids, subjectId, counting } = await recordsOf(10, 40, 20, 30);
  const [first = '', second = '', third, fourth] = ids;
  const moved = [first, second];
  const expected = [...ids].toSorted();
  expect(await counting(subjectId, moved)).toEqual(expected);
  const newSubjectId = newId();
  await service.deliver(SubjectSeparated, separation(subjectId, newSubjectId, moved));
  expect(await counting(newSubjectId, moved)).toEqual(moved.toSorted());
  expect(await counting(subjectId, moved)).toEqual([third, fourth].toSorted());
});

test('a record that ended counts on neither side', async () => {
  const { furnisher, ids, subjectId, counting } = await recordsOf(10, 20);
  const [first = '', second = ''] = ids;
  await service.call(furnisher.principal, 'POST', `/v1/records/${second}/withdraw`, {
    reason: 'wrong_value',
  });
  expect(await counting(subjectId, [first])).toEqual([first]);
});

test('the records of a furnisher without a moved one are not named', async () => {
  const { ids, counting, subjectId } = await recordsOf(10);
  expect(await counting(subjectId, [newId()])).toEqual([]);
  expect(await counting(subjectId, ids)).toEqual(ids);
});

test('no other service and no account reads the records of a separation', async () => {
  const body = { subject_id: randomUUID(), record_ids: [] };
  for (const caller of ['entity', member(randomUUID(), 'furnisher', 'governor')] as const) {
    expect(await service.call(caller, 'POST', PATH, body)).toMatchObject({ status: 403 });
  }
});
