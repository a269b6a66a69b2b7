import { spawnSync } from 'node:child_process';
import type { StatefulServiceName } from '@ndx/contracts';
import type { NetworkFile } from './network-file.js';
import { entryOf } from './service-processes.js';

/**
 * Runs a command of a service on the local network, with its output on the console.
 * @returns its exit status; 1 after a signal
 */
export function runServiceCommand(
  { environments }: Pick<NetworkFile, 'environments'>,
  service: StatefulServiceName,
  ...command: readonly string[]
): number {
  const { status } = spawnSync(process.execPath, [entryOf(service), ...command], {
    stdio: 'inherit',
    env: { ...process.env, ...environments[service] },
  });
  return status ?? 1;
}
