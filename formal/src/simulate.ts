import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { statesOf, type ItfTrace } from './itf.js';
import type { ModelState } from './model-state.js';

export interface SimulationOptions {
  /** A module of src/model/instances.qnt. */
  readonly instance: string;
  /** A definition of the model, or an expression over its variables. */
  readonly invariant: string;
  /** The action that makes the first state; `init` unless given. */
  readonly init?: string;
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

interface Reply {
  readonly outItf: string;
  readonly error?: string;
}

/**
 * Runs random traces of the model, the same for the same seed, until one violates the invariant.
 * @throws Error when the model does not compile or the simulator fails
 */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const folder = await mkdtemp(join(tmpdir(), 'ndx-formal-'));
  try {
    const outItf = join(folder, 'trace.itf.json');
    await run({ ...parametersOf(options), outItf });
    const trace = JSON.parse(await readFile(outItf, 'utf8')) as ItfTrace & {
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

/** The parameters of `quint run`. */
function parametersOf({ instance, step = 'step', samples, steps, ...others }: SimulationOptions) {
  const input = join(projectRoot(), 'formal', 'src', 'model', 'instances.qnt');
  return { input, main: instance, step, maxSamples: samples, maxSteps: steps, ...others };
}

let simulator: ChildProcess | undefined;

async function run(parameters: { readonly outItf: string }): Promise<void> {
  simulator ??= startSimulator();
  const replies = on(simulator, 'message', { close: ['exit'] }) as AsyncIterable<[Reply]>;
  simulator.send(parameters);
  for await (const [{ outItf, error }] of replies) {
    if (outItf !== parameters.outItf) continue;
    if (error) throw new Error(error);
    return;
  }
  throw new Error('the simulator has exited');
}

/** It ends with this process, and does not keep it running. */
function startSimulator(): ChildProcess {
  const child = fork(join(projectRoot(), 'formal', 'simulator.js'));
  child.unref();
  child.channel?.unref();
  return child;
}
