import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { tokenOf } from '../network/api-client.js';
import { OPERATOR } from '../network/demo-network.js';
import { requireRunningNetwork, runningNetwork } from '../network/network-file.js';
import type { RehearsedVersion } from './rehearse-upgrade.js';

export interface BuiltVersionOptions {
  /** The built checkout. */
  readonly root: string;
  /** The folder of the databases, the bus and the keys. */
  readonly dataDir: string;
  readonly gatewayPort: number;
}

/** A built checkout of the project: a local network, checked by its own conformance kit. */
export function builtVersion({
  root,
  dataDir,
  gatewayPort,
}: BuiltVersionOptions): RehearsedVersion {
  const node = (program: string, args: readonly string[], options: SpawnOptions = {}) =>
    spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      stdio: 'inherit',
      ...options,
    });
  return {
    async start() {
      const args = ['--data', dataDir, '--port', String(gatewayPort), '--bus', 'embedded'];
      const launcher = node('tools/dist/start.js', args);
      while (!(await runningNetwork(dataDir))) {
        if (launcher.exitCode !== null) throw new Error(`it exited with ${launcher.exitCode}`);
        await sleep(500);
      }
      return async () => {
        launcher.kill('SIGINT');
        await once(launcher, 'close');
      };
    },
    async migrate() {
      const { environments } = await requireRunningNetwork(dataDir);
      for (const service of STATEFUL_SERVICE_NAMES) {
        const env = { ...process.env, ...environments[service] };
        await success(node(`apps/${service}/dist/main.js`, ['migrate'], { env }));
      }
    },
    async check() {
      const { gatewayUrl, tokenUrl } = await requireRunningNetwork(dataDir);
      const token = await tokenOf(tokenUrl, OPERATOR.account)();
      const env = { ...process.env, CONFORMANCE_TOKEN: token };
      const options = ['--base-url', gatewayUrl, '--allow-skipped'];
      await success(node('conformance/dist/main.js', options, { env }));
    },
  };
}

/** @throws Error unless the process exits with 0 */
export async function success(child: ChildProcess): Promise<void> {
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${child.spawnargs.join(' ')} exited with ${String(status)}`);
}
