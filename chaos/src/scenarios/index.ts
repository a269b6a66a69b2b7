import { brokerOutage } from './broker-outage.js';
import { killServices } from './kill-services.js';
import { postgresCrash } from './postgres-crash.js';
import { replicasJoinAndLeave } from './replicas-join-and-leave.js';
import { revocationRace } from './revocation-race.js';
import type { ReplicatedScenario, Scenario } from './scenario.js';
import { sigtermUnderLoad } from './sigterm-under-load.js';

/** Every fault that is done to the one system, by name, in the order in which they are done. */
export const SCENARIOS = {
  'revocation-race': revocationRace,
  'sigterm-under-load': sigtermUnderLoad,
  'broker-outage': brokerOutage,
  'kill-services': killServices,
  'postgres-crash': postgresCrash,
} as const satisfies Readonly<Record<string, Scenario>>;

/** What happens to replicas comes after them, each time on a system of its own. */
export const REPLICATED_SCENARIOS = {
  'replicas-join-and-leave': replicasJoinAndLeave,
} as const satisfies Readonly<Record<string, ReplicatedScenario>>;

type SingleName = keyof typeof SCENARIOS;
type ReplicatedName = keyof typeof REPLICATED_SCENARIOS;

export type ScenarioName = SingleName | ReplicatedName;

const SINGLE = Object.keys(SCENARIOS) as readonly SingleName[];
const REPLICATED = Object.keys(REPLICATED_SCENARIOS) as readonly ReplicatedName[];

export const SCENARIO_NAMES: readonly ScenarioName[] = [...SINGLE, ...REPLICATED];

export function isReplicated(name: ScenarioName): name is ReplicatedName {
  return REPLICATED.some((known) => known === name);
}
