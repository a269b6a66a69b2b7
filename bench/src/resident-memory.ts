import { readFileSync } from 'node:fs';

/** What a process holds of the machine's memory, in MB of 2^20 bytes. */
export interface ResidentMemory {
  readonly whole: number;
  /** Without the pages of files, e.g. of Node itself, which processes share. */
  readonly own: number;
}

/** Reads it from the kernel (Linux). @throws Error when the process is gone */
export function residentMemoryOf(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
    return Number(kilobytes) / 1_024;
  };
  return { whole: read('VmRSS'), own: read('RssAnon') };
}
