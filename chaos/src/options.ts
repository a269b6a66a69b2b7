import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios/index.js';
import type { BusKind } from './system/system.js';

export interface ChaosOptions {
  readonly buses: readonly BusKind[];
  readonly seed: number;
  readonly scenarios: readonly ScenarioName[];
  readonly short: boolean;
}

/** What was asked for cannot be understood. */
export class UsageError extends Error {
  constructor(problem: string) {
    super(
      `${problem}\nUsage: npm run chaos -- [--bus embedded|kafka|both] [--seed N] ` +
        `[--scenario ${SCENARIO_NAMES.join(',')}] [--short]`,
    );
  }
}

const BUSES: Readonly<Record<string, readonly BusKind[]>> = {
  embedded: ['embedded'],
  kafka: ['kafka'],
  both: ['embedded', 'kafka'],
};

/** @throws UsageError that says what is not understood */
export function chaosOptions(args: readonly string[]): ChaosOptions {
  const { bus = 'both', seed, scenario, short = false } = parse(args);
  const buses = BUSES[bus];
  if (!buses) throw new UsageError(`--bus must be embedded, kafka or both, not ${bus}.`);
  const number = Number(seed ?? randomInt(1e9));
  if (!Number.isInteger(number))
    throw new UsageError(`--seed must be a whole number, not ${String(seed)}.`);
  return {
    buses,
    seed: number,
    short,
    scenarios: scenario?.split(',').map(named) ?? SCENARIO_NAMES,
  };
}

function named(name: string): ScenarioName {
  const scenario = SCENARIO_NAMES.find((known) => known === name.trim());
  if (!scenario) throw new UsageError(`There is no scenario ${name}.`);
  return scenario;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        bus: { type: 'string' },
        seed: { type: 'string' },
        scenario: { type: 'string' },
        short: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
