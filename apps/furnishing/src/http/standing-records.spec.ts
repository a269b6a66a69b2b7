import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { RecordSubstituted } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const service = useFurnishingService();

/** A furnisher, one business, and the ids of the records that count. */
function aFurnisher() {
  const furnisher = kybFurnisher(service);
  const furnish = async (performedAt: string) => {
    const section = anIdentitySection({}, performedAt);
    const { body } = await furnisher.furnish([
      aRecord({ business_identity_verification: section }),
    ]);
    const [{ record_id }] = body['results'] as [{ record_id: string }];
    return record_id;
  };
  const withdraw = (id: string) =>
    service.call(furnisher.principal, 'POST', `/v1/records/${id}/withdraw`, {
      reason: 'wrong_value',
    });
  const standing = async () => {
    const [event] = await service.eventsOf(furnisher.principal, 1);
    const { body } = await service.call<{ record_ids: string[] }>(
      'product-query',
      'POST',
      '/internal/records/standing',
      {
        subject_id: event?.subject_id,
        furnishing_entity_id: furnisher.principal.entity_id,
      },
    );
    return body.record_ids;
  };
  return { furnish, withdraw, standing };
}

/** Runs work while no submission can be stored. */
async function withoutSubmissions(work: () => Promise<void>): Promise<void> {
  const command = await service.assemble();
  try {
    await inTransaction(command.app.get(DataSource), async (manager) => {
      await manager.query('lock table submission in share mode');
      await work();
    });
  } finally {
    await command.close();
  }
}

const aStoreWaits = () =>
  eventually(async () => {
    const waiting = await service.sql(
      `select from pg_locks where relation = 'submission'::regclass and not granted`,
    );
    expect(waiting).toHaveLength(1);
  });

test('product-query finds the latest verification and the last furnished record that have not ended', async () => {
  const { furnish, withdraw, standing } = aFurnisher();
  const ids: string[] = [];
  for (const days of [40, 10, 30, 20, 1]) ids.push(await furnish(daysAgo(days)));
  await withdraw(ids[4] ?? '');
  expect(await standing()).toEqual([ids[1], ids[3]]);
});

test('a record that is stored during a withdrawal is not delivered with it, and product-query finds it afterwards', async () => {
  const { furnish, withdraw, standing } = aFurnisher();
  const ended = await furnish(daysAgo(1));
  let storing: Promise<string> | undefined;
  await withoutSubmissions(async () => {
    storing = furnish(daysAgo(10));
    await aStoreWaits();
    expect(await withdraw(ended)).toMatchObject({ status: 200 });
  });
  const stored = await storing;
  const sent = service.subscriber.envelopes.filter(({ type }) => type === RecordSubstituted.type);
  expect(sent.filter(({ subject }) => subject === ended)).toEqual([]);
  expect(await standing()).toEqual([stored]);
});

test('no other service and no account finds the records that count', async () => {
  const body = { subject_id: randomUUID(), furnishing_entity_id: randomUUID() };
  for (const caller of ['entity', member(randomUUID(), 'furnisher', 'governor')] as const) {
    expect(await service.call(caller, 'POST', '/internal/records/standing', body)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
  }
});
