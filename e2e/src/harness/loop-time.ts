import { readFileSync } from 'node:fs';

/**
 * Processor time of a process's main thread since its start, in milliseconds (Linux). Node's event
 * loop runs there; the threads that collect garbage and compile do not count.
 */
export function loopTimeOf(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
