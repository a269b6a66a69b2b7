import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@ndx/local-infra';
import { statesOf, type ItfTrace } from './itf.js';
import type { ModelState } from './model-state.js';

export interface SimulationOptions {
  /** A module of src/model/instances.qnt. */
  readonly instance: string;
  /** A definition of the model, or an expression over its variables. */
  readonly invariant: string;
  /** The action that each step takes; `step` unless given. */
  readonly step?: string;
  readonly seed: number;
  /** Most traces that are tried. */
  readonly samples: number;
  /** Steps of a trace. */
  readonly steps: number;
}

export interface Simulation {
  /** Whether a trace violated the invariant. */
  readonly isViolated: boolean;
  /** The violating trace, or the last one. */
  readonly trace: readonly ModelState[];
}

const QUINT = join('node_modules', '@informalsystems', 'quint', 'dist', 'src', 'cli.js');

const run = promisify(execFile);

/**
 * Runs random traces of the model, the same for the same seed, until one violates the invariant.
 * @throws Error when the model does not compile or the simulator fails
 */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const folder = await mkdtemp(join(tmpdir(), 'ndx-formal-'));
  try {
    const file = join(folder, 'trace.itf.json');
    await quint([...argumentsOf(options), `--out-itf=${file}`]);
    const trace = JSON.parse(await readFile(file, 'utf8')) as ItfTrace & {
      readonly '#meta': { readonly status: string };
    };
    return {
      isViolated: trace['#meta'].status === 'violation',
      trace: statesOf(trace) as readonly ModelState[],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function argumentsOf({
  instance,
  invariant,
  step = 'step',
  seed,
  samples,
  steps,
}: SimulationOptions) {
  return [
    'run',
    join(projectRoot(), 'formal', 'src', 'model', 'instances.qnt'),
    ...['--backend=typescript', '--verbosity=1'],
    ...[`--main=${instance}`, `--invariant=${invariant}`, `--step=${step}`],
    ...[`--seed=${seed}`, `--max-samples=${samples}`, `--max-steps=${steps}`],
  ];
}

/** Quint exits with 1 for a violation as for any failure; only a violation leaves a trace. */
async function quint(parameters: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [join(projectRoot(), QUINT), ...parameters]);
  } catch (error) {
    const isViolation =
      typeof error === 'object' &&
      error !== null &&
      'stderr' in error &&
      String(error.stderr).includes('Invariant violated');
    if (!isViolation) throw error;
  }
}
