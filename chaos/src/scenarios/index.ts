import type { StatefulServiceName } from '@ndx/contracts';
import { brokerOutage } from './broker-outage.js';
import { failoverAsynchronous, failoverSynchronous, restoreBehind } from './database-loss.js';
import { killServices } from './kill-services.js';
import { notices } from './notices.js';
import { postgresCrash } from './postgres-crash.js';
import { failoverEverything, failoverReadModels } from './read-model-loss.js';
import { replicasJoinAndLeave } from './replicas-join-and-leave.js';
import { revocationRace } from './revocation-race.js';
import type { FailoverScenario, ReplicatedScenario, Scenario } from './scenario.js';
import { sigtermUnderLoad } from './sigterm-under-load.js';

/** The faults of the shared system, by name, in order. */
export const SCENARIOS = {
  // First, because a new endpoint has the notices of earlier answers.
  notices,
  'revocation-race': revocationRace,
  'sigterm-under-load': sigtermUnderLoad,
  'broker-outage': brokerOutage,
  'kill-services': killServices,
  'postgres-crash': postgresCrash,
} as const satisfies Readonly<Record<string, Scenario>>;

/** The owners of permissions. */
const OWNERS: readonly StatefulServiceName[] = ['consent', 'policy'];

/** Faults of databases with a standby run afterwards, on separate systems. */
export const FAILOVER_SCENARIOS = {
  'failover-asynchronous': { databases: OWNERS, play: failoverAsynchronous },
  'failover-synchronous': { databases: OWNERS, play: failoverSynchronous },
  'restore-behind': { databases: OWNERS, play: restoreBehind },
  'failover-read-models': { databases: ['product-query'], play: failoverReadModels },
  'failover-everything': { databases: [...OWNERS, 'product-query'], play: failoverEverything },
} as const satisfies Readonly<
  Record<string, { databases: readonly StatefulServiceName[]; play: FailoverScenario }>
>;

/** Faults of replicas run last, each on a new system. */
export const REPLICATED_SCENARIOS = {
  'replicas-join-and-leave': replicasJoinAndLeave,
} as const satisfies Readonly<Record<string, ReplicatedScenario>>;

type SingleName = keyof typeof SCENARIOS;
type FailoverName = keyof typeof FAILOVER_SCENARIOS;
type ReplicatedName = keyof typeof REPLICATED_SCENARIOS;

export type ScenarioName = SingleName | FailoverName | ReplicatedName;

const SINGLE = Object.keys(SCENARIOS) as readonly SingleName[];
const FAILOVER = Object.keys(FAILOVER_SCENARIOS) as readonly FailoverName[];
const REPLICATED = Object.keys(REPLICATED_SCENARIOS) as readonly ReplicatedName[];

export const SCENARIO_NAMES: readonly ScenarioName[] = [...SINGLE, ...FAILOVER, ...REPLICATED];

export function isFailover(name: ScenarioName): name is FailoverName {
  return FAILOVER.some((known) => known === name);
}

export function isReplicated(name: ScenarioName): name is ReplicatedName {
  return REPLICATED.some((known) => known === name);
}
