import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { entryOf } from '../network/service-processes.js';
import { mergeByTime } from './merge-by-time.js';

type Environments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Runs every service's own `audit-verify`, one after the other, with output to the console.
 * @returns whether the log of each is unaltered
 */
export async function verifyEach(
  environments: Environments,
  args: readonly string[],
): Promise<boolean> {
  let isWhole = true;
  for (const service of STATEFUL_SERVICE_NAMES) {
    const child = start(environments, service, args, 'inherit');
    if ((await endOf(child)) !== 0) isWhole = false;
  }
  return isWhole;
}

/**
 * The entries of a network in every service, as NDJSON lines by time.
 * @throws LocalInfraError when a service's export fails
 */
export async function* entriesOfNetwork(
  environments: Environments,
  args: readonly string[],
): AsyncGenerator<string> {
  const children = STATEFUL_SERVICE_NAMES.map((service) => {
    const child = start(environments, service, args, 'pipe');
    if (!child.stdout) throw new Error(`${service} has no output`);
    return { service, end: endOf(child), lines: createInterface(child.stdout) };
  });
  yield* mergeByTime(children.map(({ lines }) => lines));
  for (const { service, end } of children) {
    if ((await end) !== 0) throw new LocalInfraError(`The entries of ${service} are not complete.`);
  }
}

function start(
  environments: Environments,
  service: StatefulServiceName,
  args: readonly string[],
  stdout: 'inherit' | 'pipe',
) {
  return spawn(process.execPath, [entryOf(service), 'audit-verify', ...args], {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, ...environments[service] },
  });
}

/** Its exit code; null after a signal. */
function endOf(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
