import { brokerOutage } from './broker-outage.js';
import { killServices } from './kill-services.js';
import { postgresCrash } from './postgres-crash.js';
import { sigtermUnderLoad } from './sigterm-under-load.js';
import { revocationRace } from './revocation-race.js';
import type { Scenario } from './scenario.js';

/** Every fault that is done to the system, by name, in the order in which they are done. */
export const SCENARIOS = {
  'revocation-race': revocationRace,
  'sigterm-under-load': sigtermUnderLoad,
  'broker-outage': brokerOutage,
  'kill-services': killServices,
  'postgres-crash': postgresCrash,
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];
