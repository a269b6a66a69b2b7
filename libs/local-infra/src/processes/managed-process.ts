import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { waitFor, waitUntil } from '../wait.js';
import { isReady } from './is-ready.js';
import { lastLinesOf } from './last-lines.js';

const READY_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 15_000;
const TERMINATE_TIMEOUT_MS = 60_000;
const FIRST_RESTART_DELAY_MS = 250;
const LONGEST_RESTART_DELAY_MS = 5_000;
/** A process that ran this long before it exited has its restart count reset. */
const STABLE_AFTER_MS = 10_000;

/** Memory options of our processes (decision 0050); the image of a service has the same. */
export const MEMORY = {
  env: {
    NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=256',
    MALLOC_ARENA_MAX: '2',
  },
  /** Not permitted in NODE_OPTIONS. */
  args: ['--heap-growing-percent=100'],
} as const;

export interface ManagedProcessOptions {
  /** The name in progress messages and errors. */
  readonly name: string;
  /** The script that node runs. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** Further arguments of the first start; a restart does not have them. */
  readonly firstArgs?: readonly string[];
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers a GET with 2xx once the process is ready. */
  readonly readyUrl: string;
  /** Receives standard output and error of the process. */
  readonly logFile: string;
  /** Restarts the process after an unexpected exit. Default: false. */
  readonly restart?: boolean;
  readonly log: Log;
}

/** How a process exited; both null while it runs. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds since the stop request. */
  readonly afterMs: number;
}

/**
 * A node process that the launcher starts, watches and stops. It runs in its own process group, so
 * that Ctrl-C reaches only the launcher, and has an IPC channel to it; when the channel closes, the
 * launcher is gone.
 */
export class ManagedProcess {
  private child: ChildProcess;
  private startedAt = Date.now();
  private restartDelayMs = FIRST_RESTART_DELAY_MS;
  private restartTimer: NodeJS.Timeout | undefined;
  private wasReady = false;
  private stopping = false;
  private readonly ends: string[] = [];

  private constructor(private readonly options: ManagedProcessOptions) {
    this.child = this.spawn(options.firstArgs);
  }

  /** @throws LocalInfraError with the end of its log when the process exits before it is ready */
  static async start(options: ManagedProcessOptions): Promise<ManagedProcess> {
    mkdirSync(dirname(options.logFile), { recursive: true });
    const managed = new ManagedProcess(options);
    await managed.ready();
    return managed;
  }

  /** The id of the running process; it changes with a restart. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Why it was restarted each time: how it exited, with the end of its log. */
  get restarts(): readonly string[] {
    return this.ends;
  }

  get isRunning(): boolean {
    return !hasEnded(this.child);
  }

  /** Whether its ready URL answers with a 2xx now. */
  isReady(): Promise<boolean> {
    return isReady(this.options.readyUrl);
  }

  /**
   * Waits until the process answers its ready URL, if necessary after a restart.
   *
   * @throws LocalInfraError when it does not within a minute, or has exited for good
   */
  async ready(): Promise<void> {
    const outcome = await waitFor(async () => {
      if (this.isRunning && (await this.isReady())) return 'ready';
      return this.isRunning || this.willRestart() ? undefined : 'ended';
    }, READY_TIMEOUT_MS);
    if (outcome === 'ready') {
      this.wasReady = true;
      return;
    }
    await this.stop();
    throw new LocalInfraError(
      `${this.options.name} ${outcome === 'ended' ? 'exited during startup' : 'did not become ready'}; ` +
        `the end of ${this.options.logFile}:\n${lastLinesOf(this.options.logFile)}`,
    );
  }

  /** Sends a signal; SIGKILL is like a crash, followed by a restart if that is enabled. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    child.kill(signal);
    if (signal === 'SIGKILL') await untilEnded(child);
  }

  /** Asks the process to exit, and waits for that; it is restarted if that is enabled. */
  async terminate(): Promise<ProcessEnd> {
    const { child } = this;
    const askedAt = Date.now();
    child.kill('SIGTERM');
    await waitUntil(() => hasEnded(child), TERMINATE_TIMEOUT_MS);
    return { status: child.exitCode, signal: child.signalCode, afterMs: Date.now() - askedAt };
  }

  /** Ends the process for good: SIGTERM, then SIGKILL after 15 seconds. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    const { child } = this;
    child.kill('SIGTERM');
    if (await untilEnded(child)) return;
    this.options.log(`${this.options.name}: does not end, killing it`);
    child.kill('SIGKILL');
    await untilEnded(child);
  }

  private spawn(firstArgs: readonly string[] = []): ChildProcess {
    const { entry, args = [], env, logFile, name, log } = this.options;
    const file = openSync(logFile, 'a');
    const child = spawn(process.execPath, [...MEMORY.args, entry, ...args, ...firstArgs], {
      detached: true,
      stdio: ['ignore', file, file, 'ipc'],
      // Later options override earlier ones, so the environment's take precedence.
      env: {
        ...MEMORY.env,
        ...process.env,
        NODE_OPTIONS: `${MEMORY.env.NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`.trim(),
        ...env,
      },
    });
    closeSync(file);
    child.on('error', (error) => log(`${name}: ${error.message}`));
    child.on('exit', (code, signal) => this.onExit(code, signal));
    this.startedAt = Date.now();
    return child;
  }

  private onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (!this.willRestart()) return;
    if (Date.now() - this.startedAt > STABLE_AFTER_MS) this.restartDelayMs = FIRST_RESTART_DELAY_MS;
    const { name, log, logFile } = this.options;
    const end = `${name}: ended unexpectedly (${signal ?? `status ${code ?? 'unknown'}`})`;
    this.ends.push(`${end}; the end of its log:\n${lastLinesOf(logFile)}`);
    log(`${end}, starting it again`);
    this.restartTimer = setTimeout(() => {
      this.child = this.spawn();
    }, this.restartDelayMs);
    this.restartDelayMs = Math.min(this.restartDelayMs * 2, LONGEST_RESTART_DELAY_MS);
  }

  /** A process that never became ready has a fault that a restart does not fix. */
  private willRestart(): boolean {
    return this.options.restart === true && this.wasReady && !this.stopping;
  }
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

function untilEnded(child: ChildProcess): Promise<boolean> {
  return waitUntil(() => hasEnded(child), STOP_GRACE_MS);
}
