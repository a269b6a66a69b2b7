import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { brokenPromises } from './report.js';
import { runScenario } from './run-scenario.js';
import type { ScenarioName } from './scenarios/index.js';
import type { BusKind } from './system/system.js';
import { Systems } from './system/systems.js';

const START_TIMEOUT_MS = 180_000;
const SCENARIO_TIMEOUT_MS = 300_000;

/** Of `npm test`: killed processes, a race, and lost commits. `npm run test:full` has the others. */
export const IN_EVERY_RUN: readonly ScenarioName[] = [
  'revocation-race',
  'kill-services',
  'failover-asynchronous',
];

/** Each scenario in its short form; the same faults in every run of a seed. */
export function describeScenarios(
  bus: BusKind,
  seed: number,
  names: readonly ScenarioName[],
): void {
  describe(`the exchange on the ${bus} bus`, () => {
    const systems = new Systems(bus);

    beforeAll(async () => {
      await systems.single();
    }, START_TIMEOUT_MS);

    afterAll(async () => {
      await systems.stop();
    }, START_TIMEOUT_MS);

    test.each(names)(
      'keeps every promise through %s',
      async (scenario) => {
        const report = await runScenario(scenario, systems, { seed, short: true });
        expect(report.checks.length).toBeGreaterThan(0);
        expect(brokenPromises(report)).toEqual([]);
      },
      SCENARIO_TIMEOUT_MS,
    );
  });
}
