import type { Principal } from '@ndx/contracts';
import fc, { type Arbitrary } from 'fast-check';
import { FURNISHERS } from './denied-kyb.js';
import { answersOf, aPolicyOf, startSimulation, untilEnded } from './simulations.js';
import type { QueryService } from './query-service.js';
import { twinCaller, type Asked, type Ids, type Meanwhile } from './twin-services.js';

export const SIMULATED = 'simulated ';
/** By an institution that governs each network of each query. */
export const SIMULATED_BY_OTHER = 'by another governor ';

/** A query that the governor may not read. */
export interface Unreadable {
  readonly querier: number;
  /** The only furnisher of a certificate; one of these has furnished nothing. */
  readonly furnisher: number;
}

/** The same number of queries in each of two worlds. */
export const UNREADABLE: Arbitrary<readonly (readonly [Unreadable, Unreadable])[]> = (() => {
  const query = fc.record({ querier: fc.nat(1), furnisher: fc.nat(FURNISHERS.length) });
  return fc.array(fc.tuple(query, query), { minLength: 1, maxLength: 2 });
})();

/** A world with queries that the governor may not read. */
export interface Queried<World> {
  readonly world: World;
  readonly unreadable: readonly Unreadable[];
}

export function queried<World>(
  worlds: readonly [World, World],
  unreadable: readonly (readonly [Unreadable, Unreadable])[],
): readonly [Queried<World>, Queried<World>] {
  return [
    { world: worlds[0], unreadable: unreadable.map(([one]) => one) },
    { world: worlds[1], unreadable: unreadable.map(([, other]) => other) },
  ];
}

/** Its institution, which queries several networks. */
export const querierOf = (ids: Ids, { querier }: Unreadable, networks: readonly number[]) =>
  twinCaller(ids, 30 + querier, networks);

/** Sends a query that names a network which the governor does not govern. */
export async function askUnreadable(
  service: QueryService,
  querier: Principal,
  { method, path, body }: Asked,
): Promise<void> {
  const { status } = await service.call(querier, method, path, body);
  if (status >= 400) throw new Error(`${path} was not asked: ${status}`);
}

interface Section {
  readonly model_name: string;
  readonly change: 'lost' | 'gained' | 'replaced';
  readonly furnishing_entity_id: string;
  readonly code: string | null;
}

interface Outcome {
  readonly recorded_outcome: string;
  readonly simulated_outcome: string;
  readonly simulated_reason: string | null;
}

/** A simulation of all queries of a network, and the one of its only query. */
export interface SimulatedOnce {
  readonly all: {
    readonly simulated_queries: number;
    readonly changed_queries: number;
    readonly not_simulated: readonly { readonly code: string; readonly count: number }[];
    readonly outcomes: readonly Outcome[];
    readonly sections: readonly Section[];
  };
  readonly listed: readonly (Outcome & { readonly sections: readonly Section[] })[];
  readonly alone:
    | (Outcome & {
        readonly records: readonly {
          readonly model_name: string;
          readonly furnishing_entity_id: string;
          readonly recorded_code: string;
          readonly simulated_code: string;
        }[];
      })
    | undefined;
}

/**
 * A governor simulates the queries of a network, and the last one alone. An institution that also
 * governs the other network simulates the queries too.
 */
export function simulatedIn(
  ids: Ids,
  [networkId, otherId]: readonly [string, string],
  draft: object,
  ofProduct: { readonly product_id?: string } = {},
): Meanwhile {
  const governorOf = (...networks: string[]): Principal => ({
    account_id: ids(17),
    entity_id: ids(15 + networks.length),
    permissions: ['network:admin'],
    memberships: networks.map((network_id) => ({
      ...{ network_id, roles: ['governor'], country: 'US' },
    })),
  });
  const governor = governorOf(networkId);
  const other = governorOf(networkId, otherId);
  return async (service, _, lastQuery) => {
    const policy_id = await aPolicyOf(service, networkId, { policy_id: ids(70), ...ofProduct });
    const { status, body } = await startSimulation(service, governor, { policy_id, ...draft });
    // A drawn policy may be invalid.
    if (status === 400) return [];
    const all = await untilEnded(service, governor, body.simulation_id);
    const listed = await answersOf(service, governor, all.simulation_id);
    const named = { policy_id, is_default: true, ...draft };
    const alone = await simulatedAlone(service, governor, lastQuery(), named);
    const started = await startSimulation(service, other, { policy_id, ...draft });
    const allRead = await untilEnded(service, other, started.body.simulation_id);
    return [
      SIMULATED + JSON.stringify({ all, listed, alone }, withoutMinted),
      SIMULATED_BY_OTHER + JSON.stringify(allRead, withoutMinted),
    ];
  };
}

async function simulatedAlone(
  service: QueryService,
  governor: Principal,
  reference: string,
  draft: object,
) {
  const path = `/v1/query-events/${reference}/replay`;
  const { body } = await service.call<{ simulation?: unknown }>(governor, 'POST', path, draft);
  return body.simulation;
}

const MINTED = new Set([
  ...['simulation_id', 'query_event_id', 'explanation', 'replay', 'occurred_at'],
  ...['created_at', 'ended_at', 'to', 'simulated_until'],
]);

function withoutMinted(name: string, value: unknown): unknown {
  return MINTED.has(name) ? undefined : value;
}

/** Where the two simulations of a query contradict each other. */
export function agreement({ all, listed, alone }: SimulatedOnce): string[] {
  // Alone, a query that the draft does not concern is simulated.
  if (all.not_simulated.some(({ code }) => code === 'dataset_closed')) {
    return all.simulated_queries === 0 ? [] : ['a closed query that is simulated'];
  }
  if (!alone) return all.simulated_queries === 0 ? [] : ['a query that cannot be simulated'];
  const { recorded_outcome, simulated_outcome, simulated_reason, records } = alone;
  const outcome = { recorded_outcome, simulated_outcome, simulated_reason };
  const isIssued = { recorded: recorded_outcome, simulated: simulated_outcome };
  const sourceOf = (at: 'recorded' | 'simulated', model: string) =>
    isIssued[at] === 'issued'
      ? records.find((one) => one.model_name === model && one[`${at}_code`] === 'chosen')
          ?.furnishing_entity_id
      : undefined;
  const changes = [...new Set(records.map(({ model_name }) => model_name))].flatMap((model) => {
    const [before, after] = [sourceOf('recorded', model), sourceOf('simulated', model)];
    const change = !before ? 'gained' : after ? 'replaced' : 'lost';
    return before === after ? [] : [`${model} ${change}`];
  });
  const found = all.sections.map(({ model_name, change }) => `${model_name} ${change}`);
  return [
    ...differs('outcome', all.outcomes, [{ ...outcome, count: 1 }]),
    ...(records.length === 0 ? [] : differs('sections', found.sort(), changes.sort())),
    ...all.sections.flatMap(({ model_name: model, change: kind, ...section }) => {
      const { furnishing_entity_id: id, code } = section;
      const record = records.find(
        (one) => one.model_name === model && one.furnishing_entity_id === id,
      );
      const verdict = kind === 'gained' ? record?.recorded_code : record?.simulated_code;
      return verdict === undefined || verdict === 'chosen' ? [] : differs('code', code, verdict);
    }),
    ...listed.flatMap((one) =>
      differs('listed sections', one.sections, all.sections.map(withoutCount)),
    ),
  ];
}

function withoutCount({ model_name, change, furnishing_entity_id, code }: Section): Section {
  return { model_name, change, furnishing_entity_id, code };
}

function differs(name: string, one: unknown, other: unknown): string[] {
  const texts = [JSON.stringify(one), JSON.stringify(other)];
  return texts[0] === texts[1] ? [] : [`${name}: ${texts.join(' and ')}`];
}
