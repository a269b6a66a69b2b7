import { randomUUID } from 'node:crypto';
import { AttestationCreated } from '@ndx/contracts';
import { startTestService } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { FurnishingModule } from '../furnishing.module.js';

const service = useStarted(() =>
  startTestService(FurnishingModule, { ENTITY_URL: 'http://127.0.0.1:9' }),
);

test('an event that cannot be applied is parked, and the next event of its key waits behind it', async () => {
  await service.sql('alter table attestation_copy add constraint broken check (false)');
  const attestation = {
    attestation_id: randomUUID(),
    entity_id: randomUUID(),
    product_id: randomUUID(),
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2027-01-01T00:00:00.000Z',
    revoked_at: null,
    revision: 1,
  };
  const parked = () =>
    service.sql('select status from dead_letter where key = $1 order by seq', [
      attestation.attestation_id,
    ]);
  await service.publish(AttestationCreated, attestation);
  await eventually(async () => expect(await parked()).toEqual([{ status: 'failed' }]));

  await service.publish(AttestationCreated, { ...attestation, revision: 2 });
  await eventually(async () =>
    expect(await parked()).toEqual([{ status: 'failed' }, { status: 'waiting' }]),
  );
});
