import { inspect } from 'node:util';
import { Choices } from './choices.js';
import type { Check, ScenarioReport } from './report.js';
import {
  FAILOVER_SCENARIOS,
  isFailover,
  isReplicated,
  REPLICATED_SCENARIOS,
  SCENARIOS,
  type ScenarioName,
} from './scenarios/index.js';
import type { Setting } from './scenarios/scenario.js';
import type { Systems } from './system/systems.js';

/** Runs one scenario. An error of a scenario counts as a failed check. */
export async function runScenario(
  scenario: ScenarioName,
  systems: Systems,
  { seed, short }: { readonly seed: number; readonly short: boolean },
): Promise<ScenarioReport> {
  const deeds: string[] = [];
  const counts: string[] = [];
  const checks: Check[] = [];
  const startedAt = performance.now();
  const setting: Setting = {
    // Separate random choices, so that a scenario is the same alone and among others.
    choices: new Choices(seed),
    short,
    did: (deed) => deeds.push(deed),
    counted: (...more) => counts.push(...more),
    checked: (...more) => checks.push(...more),
  };
  try {
    if (isReplicated(scenario)) {
      const exchange = await systems.replicated();
      await REPLICATED_SCENARIOS[scenario]({ ...setting, exchange });
    } else if (isFailover(scenario)) {
      const { databases, play } = FAILOVER_SCENARIOS[scenario];
      const exchange = await systems.failover(databases);
      await play({ ...setting, exchange });
      await exchange.system.ready();
    } else {
      const system = await systems.single();
      await SCENARIOS[scenario]({ ...setting, system });
      await system.ready();
    }
  } catch (error) {
    // The error with its causes.
    checks.push({ promise: 'the scenario comes to its end', broken: [inspect(error)] });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { scenario, bus: systems.bus, deeds, counts, checks, seconds };
}
