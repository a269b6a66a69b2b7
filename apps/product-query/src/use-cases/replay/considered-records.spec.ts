import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import type { Decision } from '../../domain/decision/decision.js';
import { aVerifiedBusiness, queryCertificate } from '../../testing/explained-business.js';
import { aConsumer, ASSETS, OWNS } from '../../testing/template-worlds.js';
import { useQueryService } from '../../testing/use-query-service.js';
import { aVerification, aWorld, type World } from '../../testing/world.js';
import { ConsideredRecords } from './considered-records.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from '../../storage/stored-event.js';

const service = useQueryService();
const command = useStarted(async () => {
  const { app, close } = await service.assemble();
  return { app, stop: close };
});

const OWNERSHIP = {
  business_ownership_control_verification: {
    assertions: {
      business_ownership_control_verification_timestamp: '2026-01-01T00:00:00.125Z',
    },
    data: { business_beneficial_owners_identified_count: 2 },
  },
};

test('records of the read model are those of furnishing', async () => {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  const record = aVerification(world, { business_entity_type: 'llc' });
  await service.furnish({ ...record, models: { ...record.models, ...OWNERSHIP } });
  await queryCertificate(service, world);
  const owner = await aConsumer(service);
  await owner.furnish(ASSETS, OWNS);
  await owner.query(ASSETS);
  const queries = [...(await queriesOf(world)), ...(await queriesOf(owner.world))];
  expect(queries).toHaveLength(2);
  const considered = command.app.get(ConsideredRecords);
  const furnished = await considered.readInFurnishing(queries);
  expect(furnished.size).toBe(2);
  service.furnishing.failWith(503);
  const read = await considered.read(queries);
  service.furnishing.failWith(undefined);
  expect(shown(read)).toEqual(shown(furnished));
});

test('a record of which a later one replaced a considered section is read in furnishing', async () => {
  const world = await aVerifiedBusiness(service);
  await queryCertificate(service, world);
  const queries = await queriesOf(world);
  const considered = command.app.get(ConsideredRecords);
  const before = shown(await considered.read(queries));
  await service.furnish(
    aVerification(world, { business_entity_type: 'trust' }, '2026-02-01T00:00:00Z'),
  );
  expect(before).toHaveLength(1);
  expect(shown(await considered.read(queries))).toEqual(before);
});

/** The queries of a world's institution, with their decisions. */
async function queriesOf({ principal }: World) {
  const rows = await service.sql<EventColumns & { payload: string; decision: string }>(
    `select ${EVENT_COLUMNS}, payload, decision from query_event
     join query_text using (occurred_at, query_event_id) where querying_entity_id = $1`,
    [principal.entity_id],
  );
  return rows.map((row) => {
    const decision = JSON.parse(row.decision) as Decision;
    const read = new Set(Object.keys(decision.models));
    return { event: eventOf(row), decision, read };
  });
}

/** Without the order of statements. */
function shown(records: Awaited<ReturnType<ConsideredRecords['read']>>) {
  return [...records.values()].map(({ recordId, furnishedAt, statedBusiness, statements }) => ({
    ...{ recordId, furnishedAt, statedBusiness },
    statements: statements
      .map(({ dataset, model, text, performedAt }) => ({ dataset, model, text, performedAt }))
      .sort((a, b) => (a.model < b.model ? -1 : 1)),
  }));
}
