import { newId } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { expect, test } from '@jest/globals';
import { useFurnishingService, type FurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord } from '../testing/kyb-records.js';

const service = useFurnishingService();

const read = (caller: Parameters<FurnishingService['call']>[0], ...record_ids: string[]) =>
  service.call<{ records: object[] }>(caller, 'POST', '/internal/records/read', { record_ids });

test('product-query reads a record by id as its event had it', async () => {
  const { principal, furnish } = kybFurnisher(service);
  const section = anIdentitySection({ business_registered_address: { zip: '1', city: 'Dover' } });
  await furnish([aRecord({ business_identity_verification: section })]);
  const [event] = await service.eventsOf(principal, 1);
  const { status, body } = await read('product-query', event?.record_id ?? '', newId());
  expect({ status, body }).toEqual({ status: 200, body: { records: [event] } });
});

test('no other service and no account reads records by id', async () => {
  for (const caller of ['entity', member(newId(), 'furnisher', 'governor')] as const) {
    expect(await read(caller, newId())).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
  }
});

test('a read names at most twenty records', async () => {
  const ids = Array.from({ length: 21 }, newId);
  expect(await read('product-query', ...ids)).toMatchObject({ status: 422 });
});
