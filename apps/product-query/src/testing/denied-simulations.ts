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
export function simulatedIn(ids: Ids, networkId: string, draft: object): Meanwhile {
  const governor: Principal = {
    account_id: ids(17),
    entity_id: ids(16),
    permissions: ['network:admin'],
    memberships: [{ network_id: networkId, roles: ['governor'], country: 'US' }],
  };
  return async (service, _, lastQuery) => {
    const policy_id = await aPolicyOf(service, networkId, { policy_id: ids(70) });
    const { status, body } = await startSimulation(service, governor, { policy_id, ...draft });
    // A drawn policy may be invalid.
    if (status === 400) return [];
    const all = await untilEnded(service, governor, body.simulation_id);
    const listed = await answersOf(service, governor, all.simulation_id);
    const alone = await simulatedAlone(service, governor, lastQuery(), draft);
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
  const sourceOf = (at: 'recorded' | 'simulated') =>
    isIssued[at] === 'issued'
      ? records.find((record) => record[`${at}_code`] === 'chosen')?.furnishing_entity_id
      : undefined;
  const [before, after] = [sourceOf('recorded'), sourceOf('simulated')];
  const change = before === after ? undefined : !before ? 'gained' : after ? 'replaced' : 'lost';
  const found = all.sections.map((section) => section.change);
  return [
    ...differs('outcome', all.outcomes, [{ ...outcome, count: 1 }]),
    ...(records.length === 0 ? [] : differs('section', found, change ? [change] : [])),
    ...all.sections.flatMap(({ change: kind, furnishing_entity_id: id, code }) => {
      const record = records.find((one) => one.furnishing_entity_id === id);
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
