import { readFileSync } from 'node:fs';

/** Resident memory of a process, in MiB. */
export interface ResidentMemory {
  readonly whole: number;
  /** Excludes file-backed pages, e.g. of Node itself, because processes share them. */
  readonly own: number;
}

/** Reads the figures from /proc (Linux). @throws Error when the process has exited */
export function residentMemoryOf(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
    return Number(kilobytes) / 1_024;
  };
  return { whole: read('VmRSS'), own: read('RssAnon') };
}
