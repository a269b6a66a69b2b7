import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import type { Declaration } from '@ndx/config';
import { entryOf } from '../network/service-processes.js';

const run = promisify(execFile);

/**
 * The variables that each built process declares.
 * @throws Error when a process is not built
 */
export async function readDeclarations(): Promise<ReadonlyMap<ServiceName, Declaration>> {
  const read = SERVICE_NAMES.map(async (service) => {
    const { stdout } = await run(process.execPath, [entryOf(service), 'variables']);
    return [service, JSON.parse(stdout) as Declaration] as const;
  });
  return new Map(await Promise.all(read));
}
