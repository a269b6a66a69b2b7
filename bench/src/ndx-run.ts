import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@ndx/local-infra';
import { DEMO_NETWORK, FIRST_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { residentMemoryOf } from './resident-memory.js';

const SAMPLE_MS = 20;
const NDX = join(projectRoot(), 'clients', 'cli', 'bin', 'ndx.js');

/** A watched run of `ndx`. */
export interface Run {
  readonly seconds: number;
  /** Until the first new result; only measured for a run that continues. */
  readonly firstResultSeconds: number;
  /** The largest resident memory that was seen, in MiB. */
  readonly peakMemory: number;
  /** The same until the results had the given size. */
  readonly earlyPeakMemory: number;
}

export interface Watch {
  /** The file of the results. */
  readonly results: string;
  /** Size of the results, in bytes, until which memory is early. */
  readonly earlyBytes?: number;
  /** Whether to kill the run. */
  readonly isEnough?: (bytes: number) => boolean;
}

/** The command line with a session of the first bank, kept in a folder. */
export class NdxCommand {
  private constructor(private readonly folder: string) {}

  static async loggedIn(folder: string, { addresses }: LocalNetwork): Promise<NdxCommand> {
    const command = new NdxCommand(folder);
    const { gatewayUrl, tokenUrl } = addresses;
    const login = command.start(
      ...['login', FIRST_BANK.account, '--url', gatewayUrl, '--token-url', tokenUrl],
    );
    await once(login, 'exit');
    return command;
  }

  /** Watches a run until it ends; kills it as soon as its results are large enough. */
  async watched(args: readonly string[], { results, ...watch }: Watch): Promise<Run> {
    const { earlyBytes = 0, isEnough = () => false } = watch;
    const startedAt = performance.now();
    const since = () => (performance.now() - startedAt) / 1_000;
    const before = bytesOf(results);
    const child = this.start(...args);
    let [firstResultSeconds, peakMemory, earlyPeakMemory] = [0, 0, 0];
    while (child.exitCode === null && child.signalCode === null) {
      if (child.pid !== undefined && existsSync(`/proc/${child.pid}/status`)) {
        peakMemory = Math.max(peakMemory, memoryOf(child.pid));
      }
      const bytes = bytesOf(results);
      if (bytes < earlyBytes) earlyPeakMemory = peakMemory;
      if (firstResultSeconds === 0 && bytes > before) firstResultSeconds = since();
      if (isEnough(bytes)) child.kill('SIGKILL');
      await sleep(SAMPLE_MS);
    }
    return { seconds: since(), firstResultSeconds, peakMemory, earlyPeakMemory };
  }

  private start(...args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [NDX, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, XDG_CONFIG_HOME: this.folder, NDX_NETWORK: DEMO_NETWORK.id },
    });
  }
}

/** Nothing for a process that has just ended. */
function memoryOf(pid: number): number {
  try {
    return residentMemoryOf(pid).whole;
  } catch (error) {
    if (error instanceof Error && !('syscall' in error)) return 0;
    throw error;
  }
}

function bytesOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
