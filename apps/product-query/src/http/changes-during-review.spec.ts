import { expect, jest, test } from '@jest/globals';
import { newId, RecordEnded } from '@ndx/contracts';
import { askCertificate, aSubscribedBusiness, noticesOf } from '../testing/notices.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, theEndOf } from '../testing/world.js';
import { AssembleToday } from '../use-cases/notices/assemble-today.js';

const service = useQueryService();

test('an answer whose record is withdrawn while it is reviewed is not reported as ending', async () => {
  const { world } = await aSubscribedBusiness(service);
  const kinds = async () => (await noticesOf(service, world.principal)).map(({ kind }) => kind);
  await askCertificate(service, world);
  const ofAnother = { ...world, furnisherId: newId() };
  const record = aVerification(
    ofAnother,
    { business_entity_type: 'trust' },
    '2026-03-01T00:00:00Z',
  );
  await service.furnish(record);
  expect(await kinds()).toEqual(['changed']);
  const { assemble } = AssembleToday.prototype;
  let withdrawn: Promise<void> | undefined;
  jest.spyOn(AssembleToday.prototype, 'assemble').mockImplementation(async function (
    this: AssembleToday,
    ...given
  ) {
    const [, , aheadSeconds] = given;
    // Between the answer of today and the one of a later time.
    if (aheadSeconds !== undefined) {
      withdrawn ??= service.settle(RecordEnded, theEndOf(record));
      await withdrawn;
    }
    return assemble.call(this, ...given);
  });
  await service.sql('update due_answer set due_at = now()');
  expect(await kinds()).toEqual(['changed', 'withdrawn']);
  expect(withdrawn).toBeDefined();
});
