import { inspect } from 'node:util';
import { Choices } from './choices.js';
import type { Check, ScenarioReport } from './report.js';
import { SCENARIOS, type ScenarioName } from './scenarios/index.js';
import type { System } from './system/system.js';

/** Plays one scenario on a running system. A scenario that cannot go on is a broken promise, too. */
export async function runScenario(
  scenario: ScenarioName,
  system: System,
  { seed, short }: { readonly seed: number; readonly short: boolean },
): Promise<ScenarioReport> {
  const deeds: string[] = [];
  const counts: string[] = [];
  const checks: Check[] = [];
  const startedAt = performance.now();
  try {
    await SCENARIOS[scenario]({
      system,
      // Of its own, so that a scenario does the same alone as among others.
      choices: new Choices(seed),
      short,
      did: (deed) => deeds.push(deed),
      counted: (...more) => counts.push(...more),
      checked: (...more) => checks.push(...more),
    });
    await system.ready();
  } catch (error) {
    // With its causes.
    checks.push({ promise: 'the scenario comes to its end', broken: [inspect(error)] });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { scenario, bus: system.bus, deeds, counts, checks, seconds };
}
