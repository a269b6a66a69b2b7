import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, globSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { filesOf, missingFor } from '../maven/maven-files.js';
import { freePort } from '../ports.js';
import { isReady } from '../processes/is-ready.js';
import { endWithUsers } from '../processes/keeper.js';
import { lastLinesOf } from '../processes/last-lines.js';
import { endProcess } from '../processes/signals.js';
import { waitUntil } from '../wait.js';

const KEYCLOAK = {
  name: 'Keycloak',
  folder: 'keycloak',
  goals: ['dependency:copy-dependencies', 'dependency:unpack-dependencies'],
} as const;

const START_TIMEOUT_MS = 300_000;
const STOP_GRACE_MS = 30_000;

/**
 * A real Keycloak on the loopback interface of this machine, without containers: for tests. Its data
 * are in memory, and it ends with this process.
 */
export class LocalKeycloak {
  private constructor(
    readonly url: string,
    /** The administration program. */
    readonly kcadm: string,
    /** The password of the user `admin` of the realm `master`. */
    readonly adminPassword: string,
    private readonly pid: number,
    private readonly cancelKeeper: () => void,
    private readonly folder: string,
  ) {}

  /** The missing prerequisites and how to install them, or undefined. */
  static missing(): string | undefined {
    return missingFor(KEYCLOAK);
  }

  /**
   * Resolves when it answers. The first start on a machine downloads it.
   *
   * @throws LocalInfraError when Java or Maven is missing, or it does not start
   */
  static async start(log: Log): Promise<LocalKeycloak> {
    const files = filesOf(KEYCLOAK, log);
    const [home = ''] = globSync(join(files, 'keycloak-*'));
    const folder = mkdtempSync(join(tmpdir(), 'keycloak-'));
    const adminPassword = randomBytes(16).toString('hex');
    const port = await freePort();
    const logFile = join(folder, 'server.log');
    const pid = await startServer(home, port, adminPassword, logFile);
    const cancelKeeper = endWithUsers(pid, 'TERM');
    const url = `http://127.0.0.1:${port}`;
    if (!(await waitUntil(() => isReady(`${url}/realms/master`), START_TIMEOUT_MS))) {
      cancelKeeper();
      await endProcess(pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
      throw new LocalInfraError(`Keycloak did not start:\n${lastLinesOf(logFile)}`);
    }
    const kcadm = join(home, 'bin', 'kcadm.sh');
    return new LocalKeycloak(url, kcadm, adminPassword, pid, cancelKeeper, folder);
  }

  /** Ends it. Its data are lost. */
  async stop(): Promise<void> {
    this.cancelKeeper();
    await endProcess(this.pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function startServer(
  home: string,
  port: number,
  password: string,
  logFile: string,
): Promise<number> {
  const log = openSync(logFile, 'w');
  const args = ['start-dev', '--http-host=127.0.0.1', `--http-port=${port}`, '--db=dev-mem'];
  const child = spawn(join(home, 'bin', 'kc.sh'), args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    },
  });
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  if (child.pid === undefined) throw new LocalInfraError('Keycloak did not start.');
  child.unref();
  return child.pid;
}
