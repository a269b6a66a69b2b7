import type { Principal } from '@ndx/contracts';
import { answersOf, aPolicyOf, startSimulation, untilEnded } from './simulations.js';
import type { QueryService } from './query-service.js';
import type { Ids, Meanwhile } from './twin-services.js';

export const SIMULATED = 'simulated ';

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

/** A governor simulates the queries of a network, and the last one alone. */
export function simulatedIn(
  ids: Ids,
  networkId: string,
  draft: object,
  ofProduct: { readonly product_id?: string } = {},
): Meanwhile {
  const governor: Principal = {
    account_id: ids(17),
    entity_id: ids(16),
    permissions: ['network:admin'],
    memberships: [{ network_id: networkId, roles: ['governor'], country: 'US' }],
  };
  return async (service, _, lastQuery) => {
    const policy_id = await aPolicyOf(service, networkId, { policy_id: ids(70), ...ofProduct });
    const { status, body } = await startSimulation(service, governor, { policy_id, ...draft });
    // A drawn policy may be invalid.
    if (status === 400) return [];
    const all = await untilEnded(service, governor, body.simulation_id);
    const listed = await answersOf(service, governor, all.simulation_id);
    const named = { policy_id, is_default: true, ...draft };
    const alone = await simulatedAlone(service, governor, lastQuery(), named);
    return [SIMULATED + JSON.stringify({ all, listed, alone }, withoutMinted)];
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
