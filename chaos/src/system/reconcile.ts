import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StatefulServiceName } from '@ndx/contracts';
import { entryOf } from '@ndx/tools/network/service-processes';
import type { System } from './system.js';

const run = promisify(execFile);

/** Runs the `reconcile` command of a service; throws unless it ends with status 0. */
export async function reconcile(system: System, service: StatefulServiceName): Promise<void> {
  const env = { ...process.env, ...system.network.environment(service) };
  await run(process.execPath, [entryOf(service), 'reconcile'], { env });
}
