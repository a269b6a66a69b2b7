import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { aVerifiedBusiness, queryCertificate } from '../../testing/explained-business.js';
import {
  aPolicyOf,
  governorOf,
  holdSimulations,
  selecting,
  startSimulation,
} from '../../testing/simulations.js';
import { useQueryService } from '../../testing/use-query-service.js';
import { aVerification, aWorld } from '../../testing/world.js';
import { Simulations } from '../../storage/simulations.js';
import type { Decision } from '../../domain/decision/decision.js';
import { InconsistentResultError, SimulatedResults } from './simulated-results.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from '../../storage/stored-event.js';

const service = useQueryService();
const command = useStarted(async () => {
  const { app, close } = await service.assemble();
  return { app, stop: close };
});

test.each([
  ['the first', 1, 1],
  ['one of a thousand', 500, 1_000],
])(
  '%s result that is used again is checked against the one of the query alone',
  async (_, before, copies) => {
    const world = aWorld();
    await service.identify(world, 'business', world.hash);
    const record = aVerification(world, { business_entity_type: 'llc' });
    await service.furnish(record);
    const query = await storedQuery(await queryCertificate(service, world));
    const job = await aHeldSimulation(world);
    const results = command.app.get(SimulatedResults);
    const simulated = (count: number) =>
      results.of(
        job,
        Array.from({ length: count }, () => ({ ...query })),
      );
    const issued = expect.objectContaining({ outcome: 'issued' });
    expect(await simulated(before)).toEqual(Array(before).fill(issued));
    const { record_id, furnished_at } = record;
    service.furnishing.keep({ ...aVerification(world, {}), record_id, furnished_at });
    await expect(simulated(copies)).rejects.toThrow(InconsistentResultError);
  },
);

test('the first result is checked against the record in furnishing', async () => {
  const world = await aVerifiedBusiness(service);
  const query = await storedQuery(await queryCertificate(service, world));
  const { ids } = JSON.parse(query.decision) as Decision;
  service.furnishing.keep({ ...aVerification(world, {}), record_id: ids.at(-1) ?? '' });
  const simulated = command.app.get(SimulatedResults).of(await aHeldSimulation(world), [query]);
  await expect(simulated).rejects.toThrow(InconsistentResultError);
});

async function storedQuery(reference: string) {
  const [row] = await service.sql<EventColumns & { payload: string; decision: string }>(
    `select ${EVENT_COLUMNS}, payload, decision from query_event
     join query_text using (occurred_at, query_event_id) where query_event_id = $1`,
    [reference],
  );
  if (!row) throw new Error('the query was not stored');
  return { event: eventOf(row), decision: row.decision, namesPolicy: false };
}

/** A simulation of a policy that requires a field. */
async function aHeldSimulation(world: ReturnType<typeof aWorld>) {
  const release = await holdSimulations(service);
  const policy_id = await aPolicyOf(service, world.networkId);
  const required = [{ field_name: 'business_entity_type', is_required: true }];
  const { body } = await startSimulation(service, governorOf(world), {
    policy_id,
    ...selecting({ is_required: true, field_selections: required }),
  });
  const job = await command.app.get(Simulations).load(governorOf(world), body.simulation_id);
  await service.sql(`update simulation set state = 'cancelled', ended_at = now()`);
  await release();
  return job;
}
