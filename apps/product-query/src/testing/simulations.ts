import { QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { IDENTITY } from './coverage.js';
import { aDefaultPolicy, aVerifiedBusiness, queryCertificate } from './explained-business.js';
import type { QueryService } from './query-service.js';
import type { World } from './world.js';

export interface ShownSimulation extends Readonly<Record<string, unknown>> {
  readonly simulation_id: string;
  readonly state: string;
}

export interface ListedAnswer extends Readonly<Record<string, unknown>> {
  readonly query_event_id: string;
  readonly recorded_outcome: string;
  readonly simulated_outcome: string;
  readonly simulated_reason: string | null;
  readonly replay: string;
}

const SIMULATIONS = '/v1/simulations';

/** Before every query of a suite. */
export const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** A policy that no query names, for simulations; by default of the certificate. */
export async function aPolicyOf(
  service: QueryService,
  networkId: string,
  change: Parameters<typeof aDefaultPolicy>[1] = {},
): Promise<string> {
  const policy = { ...aDefaultPolicy({ networkId }, change), is_default: false };
  await service.deliver(QueryingPolicySaved, { ...policy, status: 'draft' });
  return policy.policy_id;
}

/** Starts a simulation of a policy, by default as the default of its network. */
export function startSimulation(service: QueryService, governor: Principal, body: object) {
  const asDefault = { from: LONG_AGO, is_default: true, ...body };
  return service.call<ShownSimulation>(governor, 'POST', SIMULATIONS, asDefault);
}

export async function readSimulation(
  service: QueryService,
  reader: Principal,
  id: string,
): Promise<ShownSimulation> {
  const { body } = await service.call<ShownSimulation>(reader, 'GET', `${SIMULATIONS}/${id}`);
  return body;
}

/** Starts a simulation and waits until it has ended. */
export async function simulateAll(
  service: QueryService,
  governor: Principal,
  body: object,
): Promise<ShownSimulation> {
  const started = await startSimulation(service, governor, body);
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  return untilEnded(service, governor, started.body.simulation_id);
}

export function untilEnded(service: QueryService, reader: Principal, id: string) {
  return eventually(async () => {
    const read = await readSimulation(service, reader, id);
    if (read.state === 'running') throw new Error('the simulation is running');
    return read;
  });
}

/** The queries whose answer changes, read in pages of one. */
export async function answersOf(
  service: QueryService,
  reader: Principal,
  id: string,
  limit = 100,
  filter: Readonly<Record<string, string>> = {},
): Promise<ListedAnswer[]> {
  const answers: ListedAnswer[] = [];
  for (let cursor = ''; ;) {
    const page = { limit: String(limit), ...(cursor !== '' && { cursor }) };
    const search = String(new URLSearchParams({ ...filter, ...page }));
    const path = `${SIMULATIONS}/${id}/queries?${search}`;
    const { status, body } = await service.call<{ data: ListedAnswer[]; next_cursor: string }>(
      reader,
      'GET',
      path,
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    answers.push(...body.data);
    if (body.data.length === 0) return answers;
    cursor = body.next_cursor;
  }
}

/**
 * Lets new simulations be held by a process that does not continue them, until the returned function
 * is called.
 */
export async function holdSimulations(service: QueryService): Promise<() => Promise<void>> {
  await service.sql(`
    create or replace function hold_simulation() returns trigger language plpgsql as $$
    begin new.due_at = now() + interval '1 hour'; return new; end $$`);
  await service.sql(`create trigger held before insert on simulation
    for each row execute function hold_simulation()`);
  return async () => {
    await service.sql('drop trigger held on simulation');
    await service.sql('update simulation set due_at = now()');
  };
}

export const governorOf = ({ networkId }: World) => member(networkId, 'governor');

export const selecting = (selection: object) => ({
  model_selections: [{ model_name: IDENTITY, ...selection }],
});

/** Every verification of the suites is older. */
export const STRICT = selecting({ is_required: true, max_age_days: 1 });

/** A business that was queried this often, and a policy of its network. */
export async function aQueriedBusiness(service: QueryService, queries = 1) {
  const world = await aVerifiedBusiness(service);
  const references: string[] = [];
  for (let query = 0; query < queries; query += 1) {
    references.push(await queryCertificate(service, world));
  }
  const policy_id = await aPolicyOf(service, world.networkId);
  return { world, references, governor: governorOf(world), policy_id };
}

/** Stores a query this often more, by default an hour before it; the copies have their own ids. */
export async function repeatQuery(
  service: QueryService,
  reference: string,
  copies: number,
  at?: string,
): Promise<void> {
  await service.sql(
    `with copies as materialized (
       select gen_random_uuid() as id, querying_entity_id, network_ids, product_slug, kind, outcome,
         billable, subject_id, consent_id, policy_ids, request_id,
         coalesce($3::timestamptz, occurred_at - interval '1 hour') as time
       from query_event, generate_series(1, $2::int) where query_event_id = $1
     ), texts as (
       insert into query_text (occurred_at, query_event_id, payload, decision)
       select time, id, payload::jsonb || jsonb_build_object('query_event_id', id,
           'occurred_at', to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
         decision
       from copies, query_text where query_event_id = $1
     )
     insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at,
       product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id)
     select id, querying_entity_id, network_ids, time, product_slug, kind, outcome, billable,
       subject_id, consent_id, policy_ids, request_id
     from copies`,
    [reference, copies, at ?? null],
  );
}
