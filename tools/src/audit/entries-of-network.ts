import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import type { NetworkFile } from '../network/network-file.js';
import { entryOf } from '../network/service-processes.js';
import { mergeByTime } from './merge-by-time.js';

/**
 * The entries of a network in every service, as NDJSON lines by time.
 * @throws LocalInfraError when a service's export fails
 */
export async function* entriesOfNetwork(
  { environments }: NetworkFile,
  args: readonly string[],
): AsyncGenerator<string> {
  const children = STATEFUL_SERVICE_NAMES.map((service) => {
    const child = spawn(process.execPath, [entryOf(service), 'audit-verify', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environments[service] },
    });
    return { service, end: once(child, 'close'), lines: createInterface(child.stdout) };
  });
  yield* mergeByTime(children.map(({ lines }) => lines));
  for (const { service, end } of children) {
    const [status] = (await end) as [number | null];
    if (status !== 0) throw new LocalInfraError(`The entries of ${service} are not complete.`);
  }
}
