import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import type { System } from './system.js';

/** Follows a process's log from now on. Returns a function that reads the matching lines so far. */
export function watchLog(system: System, service: ServiceName) {
  const file = join(system.network.dataDir, 'logs', `${service}.log`);
  const from = statSync(file).size;
  return (pattern: RegExp): string[] =>
    readFileSync(file)
      .subarray(from)
      .toString('utf8')
      .split('\n')
      .filter((line) => pattern.test(line));
}
