import { readFileSync } from 'node:fs';
import type { StatefulServiceName } from '@ndx/contracts';
import type { LocalNetwork } from '@ndx/tools/network/local-network';

/** Resident memory in MiB, from /proc (Linux). @throws Error when the process has exited */
export function residentMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kilobytes) / 1_024;
}

/** Resident memory of a service in MiB. */
export function serviceMemoryOf({ processes }: LocalNetwork, service: StatefulServiceName): number {
  return residentMemoryOf(processes.get(service)?.pid ?? 0);
}
