import type { Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { describe, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  answersOf,
  aQueriedBusiness,
  holdSimulations,
  readSimulation,
  simulateAll,
  startSimulation,
  STRICT,
  untilEnded,
} from '../testing/simulations.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();
const command = useStarted(async () => {
  const { app, close } = await service.assemble();
  return { app, stop: close };
});

/** Starts a simulation whose first part cannot finish until `act` is done; its id. */
async function withinAPart(
  governor: Principal,
  policy_id: string,
  act: (id: string) => Promise<void>,
): Promise<string> {
  const release = await holdSimulations(service);
  const { body } = await startSimulation(service, governor, { policy_id, ...STRICT });
  const { simulation_id: id } = body;
  await command.app.get(DataSource).transaction(async (manager) => {
    // A part reads the versions of policies.
    await manager.query('lock table policy_version in access exclusive mode');
    await release();
    await untilClaimed(id);
    await act(id);
  });
  return id;
}

/** Waits until a process has claimed the simulation; the others do not take it. */
const untilClaimed = (id: string) =>
  eventually(async () => {
    const claimed = await service.sql(
      `select 1 from simulation where simulation_id = $1 and due_at > now() + interval '15 seconds'`,
      [id],
    );
    expect(claimed).toHaveLength(1);
  });

const listed = (id: string) =>
  service.sql('select query_event_id from simulated_query where simulation_id = $1', [id]);

describe('a part of a simulation', () => {
  test('of a process that was lost is done again by another one, and each query is counted once', async () => {
    const { governor, policy_id, references } = await aQueriedBusiness(service, 3);
    const other = await service.replica();
    const id = await withinAPart(governor, policy_id, async (taken) => {
      await service.sql('update simulation set due_at = now() where simulation_id = $1', [taken]);
      await untilClaimed(taken);
    });
    expect(await untilEnded(service, governor, id)).toMatchObject({
      state: 'completed',
      ...{ simulated_queries: 3, changed_queries: 3, listed_queries: 3 },
    });
    await other.close();
    const answers = await answersOf(service, governor, id);
    expect(answers.map(({ query_event_id: query }) => query)).toEqual(references.sort());
  });

  test('that takes long is not taken by another process', async () => {
    const { governor, policy_id } = await aQueriedBusiness(service, 2);
    const other = await service.replica();
    const dueAt = async (id: string) => {
      const [row] = await service.sql('select due_at from simulation where simulation_id = $1', [
        id,
      ]);
      return Number(row?.['due_at']);
    };
    const id = await withinAPart(governor, policy_id, async (taken) => {
      const before = await dueAt(taken);
      await eventually(async () => expect(await dueAt(taken)).toBeGreaterThan(before));
    });
    expect(await untilEnded(service, governor, id)).toMatchObject({
      state: 'completed',
      ...{ simulated_queries: 2, changed_queries: 2, listed_queries: 2 },
    });
    await other.close();
  });

  test('that is cancelled meanwhile is not stored', async () => {
    const { governor, policy_id } = await aQueriedBusiness(service, 2);
    const id = await withinAPart(governor, policy_id, async (taken) => {
      const cancelled = await service.call(governor, 'POST', `/v1/simulations/${taken}/cancel`);
      expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    });
    // The process continues with another one after the part.
    const next = await simulateAll(service, governor, { policy_id, ...STRICT });
    expect(next).toMatchObject({ state: 'completed', simulated_queries: 2 });
    const read = await readSimulation(service, governor, id);
    expect(read).toMatchObject({
      state: 'cancelled',
      ...{ simulated_queries: 0, listed_queries: 0, outcomes: [], simulated_until: read['from'] },
    });
    expect(await listed(id)).toEqual([]);
  });

  test('whose last statement fails is not stored, and is done again', async () => {
    const { governor, policy_id } = await aQueriedBusiness(service, 2);
    await service.sql(`
      create or replace function refuse_answer() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`);
    await service.sql(`create trigger refused before insert on simulated_query
      for each row execute function refuse_answer()`);
    const { body } = await startSimulation(service, governor, { policy_id, ...STRICT });
    const { simulation_id: id } = body;
    await eventually(async () => {
      const postponed = await service.sql(
        `select 1 from simulation where simulation_id = $1
           and due_at between now() + interval '1 second' and now() + interval '12 seconds'`,
        [id],
      );
      expect(postponed).toHaveLength(1);
    });
    const read = await readSimulation(service, governor, id);
    expect(read).toMatchObject({
      state: 'running',
      ...{ simulated_queries: 0, listed_queries: 0, outcomes: [], simulated_until: read['from'] },
    });
    await service.sql('drop trigger refused on simulated_query');
    await service.sql('update simulation set due_at = now() where simulation_id = $1', [id]);
    expect(await untilEnded(service, governor, id)).toMatchObject({
      state: 'completed',
      ...{ simulated_queries: 2, changed_queries: 2, listed_queries: 2 },
    });
    expect(await listed(id)).toHaveLength(2);
  });

  test('continues after the query at which the part before it ended', async () => {
    const { governor, policy_id, references } = await aQueriedBusiness(service, 3);
    const release = await holdSimulations(service);
    const { body } = await startSimulation(service, governor, { policy_id, ...STRICT });
    const { simulation_id: id } = body;
    const [first, ...rest] = references.toSorted();
    const ended = await service.sql(
      `update simulation set place_at = occurred_at, place_id = query_event_id
       from query_event where simulation_id = $1 and query_event_id = $2 returning 1`,
      [id, first],
    );
    expect(ended).toHaveLength(1);
    await release();
    expect(await untilEnded(service, governor, id)).toMatchObject({
      state: 'completed',
      ...{ simulated_queries: 2, changed_queries: 2, listed_queries: 2 },
    });
    const answers = await answersOf(service, governor, id);
    expect(answers.map(({ query_event_id: query }) => query)).toEqual(rest);
  });
});
