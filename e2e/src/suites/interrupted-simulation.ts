import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { aPolicy, IDENTITY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { anIssuedQuery } from '../harness/furnished-record.js';
import { holdParts } from '../harness/hold-parts.js';
import { holdSimulations } from '../harness/hold-simulations.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

/** Copies of a past query: more than a part that waits at its first page can simulate. */
const COPIES = 1_500;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** A simulation that loses its process. */
export function interruptedSimulationSuite(exchange: () => Exchange): void {
  const operator = () => exchange().as(OPERATOR);
  const sql = (statement: string, values: readonly unknown[]) =>
    exchange().sql('product-query', statement, values);

  const makeDue = (id: string) =>
    sql('update simulation set due_at = now() where simulation_id = $1', [id]);

  const read = (id: string) => succeed(operator().get(`/v1/simulations/${id}`));

  const untilEnded = (id: string) =>
    eventually(async () => {
      const simulation = await read(id);
      expect(simulation).not.toMatchObject({ state: 'running' });
      return simulation;
    });

  describe('a simulation', () => {
    test('whose process is killed continues after its last stored part, with the counts of an undisturbed one', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(operator().get(participants)));
      const policy_id = await aPolicy(exchange(), {}, networkId);
      await repeat(await anIssuedQuery(exchange(), networkId, policy_id));
      const selection = { model_name: IDENTITY, is_required: true, max_age_days: 0 };
      const to = new Date().toISOString();
      const body = { policy_id, model_selections: [selection], from: LONG_AGO, to };
      const start = async () => {
        const { simulation_id } = await succeed(operator().post('/v1/simulations', body));
        return String(simulation_id);
      };
      const undisturbed = await untilEnded(await start());
      expect(undisturbed).toMatchObject({ state: 'completed', changed_queries: COPIES + 1 });

      const begin = await holdSimulations(exchange(), policy_id);
      const id = await start();
      await begin();
      const hold = await holdParts(exchange());
      await makeDue(id);
      await hold.untilSecondPart(id);
      const { state, simulated_queries: stored } = await read(id);
      expect(state).toBe('running');
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThan(COPIES);
      await killProductQuery();
      await hold.release();
      // The claim of the killed process passes.
      await makeDue(id);
      const another = { simulation_id: id, created_at: expect.any(String) };
      const ended_at: unknown = expect.any(String);
      expect(await untilEnded(id)).toEqual({ ...undisturbed, ...another, ended_at });
    });
  });

  /** Stores copies of a past query. */
  async function repeat(queryEventId: string): Promise<void> {
    await sql(
      `with copies as materialized (
         select gen_random_uuid()::text as copy from generate_series(1, $2)
       ), texts as (
         insert into query_text
         select (jsonb_populate_record(query_text, jsonb_build_object(
           'query_event_id', copy, 'payload', replace(payload, $1, copy)))).*
         from query_text, copies where query_event_id = $1::uuid
       )
       insert into query_event
       select (jsonb_populate_record(query_event, jsonb_build_object('query_event_id', copy))).*
       from query_event, copies where query_event_id = $1::uuid`,
      [queryEventId, COPIES],
    );
  }

  async function killProductQuery(): Promise<void> {
    const process = exchange().network.processes.get('product-query');
    if (!process) throw new Error('product-query does not run');
    await process.kill('SIGKILL');
    await process.ready();
  }
}
