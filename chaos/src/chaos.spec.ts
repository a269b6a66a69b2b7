import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testBuses } from '@ndx/testing';
import { brokenPromises } from './report.js';
import { runScenario } from './run-scenario.js';
import { SCENARIO_NAMES } from './scenarios/index.js';
import { Systems } from './system/systems.js';

const START_TIMEOUT_MS = 180_000;
const SCENARIO_TIMEOUT_MS = 300_000;
/** The same faults in every run; `npm run chaos` without a seed tries others. */
const SEED = 4;

describe.each(testBuses())('the exchange on the %s bus', (bus) => {
  const systems = new Systems(bus);

  beforeAll(async () => {
    await systems.single();
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await systems.stop();
  }, START_TIMEOUT_MS);

  test.each(SCENARIO_NAMES)(
    'keeps every promise through %s',
    async (scenario) => {
      const report = await runScenario(scenario, systems, { seed: SEED, short: true });
      expect(report.checks.length).toBeGreaterThan(0);
      expect(brokenPromises(report)).toEqual([]);
    },
    SCENARIO_TIMEOUT_MS,
  );
});
