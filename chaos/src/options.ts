import { randomInt } from 'node:crypto';
import { commandLine, Option, UsageError, wholeNumber } from '@ndx/command-line';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios/index.js';
import type { BusKind } from './system/system.js';

export interface ChaosOptions {
  readonly buses: readonly BusKind[];
  readonly seed: number;
  readonly scenarios: readonly ScenarioName[];
  readonly short: boolean;
}

const BUSES = {
  embedded: ['embedded'],
  kafka: ['kafka'],
  both: ['embedded', 'kafka'],
} as const;

/** @throws CommanderError */
export function chaosOptions(args: readonly string[]): ChaosOptions {
  const options = commandLine(
    'npm run chaos --',
    'Causes faults in a running system and checks every promise; status 1 when one is broken.',
  )
    .addOption(
      new Option('--bus <bus>', 'bus of the system')
        .choices(['embedded', 'kafka', 'both'] as const)
        .default('both' as const),
    )
    .option('--seed <number>', 'repeats the choices of an earlier run', wholeNumber(0))
    .option('--scenario <names>', `comma-separated, of ${SCENARIO_NAMES.join(', ')}`, named)
    .option('--short', 'runs the short form', false)
    .parse(args, { from: 'user' })
    .opts();
  return {
    buses: BUSES[options.bus],
    seed: options.seed ?? randomInt(1e9),
    short: options.short,
    scenarios: options.scenario ?? SCENARIO_NAMES,
  };
}

function named(names: string): readonly ScenarioName[] {
  return names.split(',').map((name) => {
    const scenario = SCENARIO_NAMES.find((known) => known === name.trim());
    if (!scenario) throw new UsageError(`There is no scenario ${name}.`);
    return scenario;
  });
}
