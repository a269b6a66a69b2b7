import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import { freePort } from '../ports.js';
import { endWithUsers } from '../processes/keeper.js';
import { isReady } from '../processes/is-ready.js';
import { lastLinesOf } from '../processes/last-lines.js';
import { endProcess, trySignal } from '../processes/signals.js';
import { projectRoot } from '../project-root.js';
import { missingForPython, pythonWith } from '../python/python-environment.js';
import { waitUntil } from '../wait.js';
import { createAccessKey, SETUP_REQUESTS, type AccessKey } from './access-key.js';

const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 10_000;

/**
 * An S3 service (moto) in the memory of a process of its own, without containers: for tests. It
 * ends with this process. It verifies signatures and the permissions of the access key.
 */
export class LocalObjectStore {
  private constructor(
    /** The address of the service, for `AWS_ENDPOINT_URL_S3`. */
    readonly endpoint: string,
    readonly accessKey: AccessKey,
    private readonly pid: number,
    private readonly cancelKeeper: () => void,
    private readonly folder: string,
  ) {}

  /** The missing prerequisites and how to install them, or undefined. */
  static missing(): string | undefined {
    return missingForPython();
  }

  /**
   * Resolves when the service answers. The first start on a machine downloads its packages.
   *
   * @throws LocalInfraError when Python is missing or the service does not start
   */
  static async start(): Promise<LocalObjectStore> {
    const python = pythonWith(
      join(projectRoot(), 'libs', 'local-infra', 'object-store', 'requirements.txt'),
    );
    const folder = mkdtempSync(join(tmpdir(), 'object-store-'));
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const logFile = join(folder, 'server.log');
    const pid = await startServer(python, port, logFile);
    const cancelKeeper = endWithUsers(pid, 'TERM');
    if (!(await waitUntil(() => isReady(`${endpoint}/moto-api/`), START_TIMEOUT_MS))) {
      throw new LocalInfraError(`The S3 service did not start:\n${lastLinesOf(logFile)}`);
    }
    return new LocalObjectStore(
      endpoint,
      await createAccessKey(endpoint),
      pid,
      cancelKeeper,
      folder,
    );
  }

  /** Ends the service. Its objects are lost. */
  async stop(): Promise<void> {
    this.cancelKeeper();
    this.resume();
    await endProcess(this.pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Stops the process: it accepts connections and does not answer. */
  pause(): void {
    trySignal(this.pid, 'SIGSTOP');
  }

  resume(): void {
    trySignal(this.pid, 'SIGCONT');
  }
}

async function startServer(python: string, port: number, logFile: string): Promise<number> {
  const log = openSync(logFile, 'w');
  const child = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(SETUP_REQUESTS) },
  });
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  if (child.pid === undefined) throw new LocalInfraError('The S3 service did not start.');
  child.unref();
  return child.pid;
}
