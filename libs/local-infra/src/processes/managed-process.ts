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
/** One that ran this long before it ended has its restarts counted afresh. */
const STABLE_AFTER_MS = 10_000;

/** How a process of ours keeps its memory small (decision 0050); the image of a service says the same. */
export const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=256';

export interface ManagedProcessOptions {
  /** What progress and errors call it. */
  readonly name: string;
  /** The script that node runs. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers a GET with 2xx once the process is ready. */
  readonly readyUrl: string;
  /** Receives what the process writes to its standard output and error. */
  readonly logFile: string;
  /** Starts the process again when it ends unasked. False by default. */
  readonly restart?: boolean;
  readonly log: Log;
}

/** How a process ended; both null when it has not. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds since it was asked to. */
  readonly afterMs: number;
}

/**
 * A node process that the launcher starts, watches and stops. It runs in a process group of its own,
 * so that Ctrl-C reaches the launcher alone, and has an IPC channel to it, whose end signals that
 * the launcher is gone.
 */
export class ManagedProcess {
  private child: ChildProcess;
  private startedAt = Date.now();
  private restartDelayMs = FIRST_RESTART_DELAY_MS;
  private restartTimer: NodeJS.Timeout | undefined;
  private wasReady = false;
  private stopping = false;

  private constructor(private readonly options: ManagedProcessOptions) {
    this.child = this.spawn();
  }

  /** @throws LocalInfraError with the end of its log when the process ends before it is ready */
  static async start(options: ManagedProcessOptions): Promise<ManagedProcess> {
    mkdirSync(dirname(options.logFile), { recursive: true });
    const managed = new ManagedProcess(options);
    await managed.ready();
    return managed;
  }

  /** The id of the process that runs now; another one after a restart. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return !hasEnded(this.child);
  }

  /** Whether it answers its ready URL with a 2xx now. */
  isReady(): Promise<boolean> {
    return isReady(this.options.readyUrl);
  }

  /**
   * Waits until the process answers its ready URL, over a restart if need be.
   *
   * @throws LocalInfraError when it does not within a minute, or has ended for good
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
      `${this.options.name} ${outcome === 'ended' ? 'ended while it started' : 'did not become ready'}; ` +
        `the end of ${this.options.logFile}:\n${lastLinesOf(this.options.logFile)}`,
    );
  }

  /** Sends a signal; with SIGKILL the process ends as in a crash, and starts again if it should. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    child.kill(signal);
    if (signal === 'SIGKILL') await untilEnded(child);
  }

  /** Asks the process to end, and waits until it has; it starts again if it should. */
  async terminate(): Promise<ProcessEnd> {
    const { child } = this;
    const askedAt = Date.now();
    child.kill('SIGTERM');
    await waitUntil(() => hasEnded(child), TERMINATE_TIMEOUT_MS);
    return { status: child.exitCode, signal: child.signalCode, afterMs: Date.now() - askedAt };
  }

  /** Ends the process for good: SIGTERM, and SIGKILL when it has not ended within 15 seconds. */
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

  private spawn(): ChildProcess {
    const { entry, args = [], env, logFile, name, log } = this.options;
    const file = openSync(logFile, 'a');
    const child = spawn(process.execPath, [entry, ...args], {
      detached: true,
      stdio: ['ignore', file, file, 'ipc'],
      // What the environment says comes later, and so stands.
      env: {
        ...process.env,
        NODE_OPTIONS: `${NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`.trim(),
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
    const { name, log } = this.options;
    log(
      `${name}: ended unexpectedly (${signal ?? `status ${code ?? 'unknown'}`}), starting it again`,
    );
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
