import { readdirSync, readFileSync } from 'node:fs';
import type { LocalNetwork } from '@ndx/tools/network/local-network';

/** A Linux clock tick is 10 ms on every platform that Node supports. */
const MS_PER_TICK = 10;

interface ProcessStat {
  readonly parent: number;
  /** User and system time of the process and its exited children, in milliseconds. */
  readonly ms: number;
}

/** Processor time of a process since its start, in milliseconds (Linux). */
export function processorTimeOf(pid: number): number {
  return statOf(pid)?.ms ?? 0;
}

/** The same for a process and its descendants, e.g. a Postgres server with its backends. */
export function processorTimeOfTree(root: number): number {
  const before = familyOf(root);
  const after = familyOf(root);
  // A process that exited meanwhile counts with its parent, or not yet, or twice.
  const isSame = before.size === after.size && [...before.keys()].every((pid) => after.has(pid));
  return isSame
    ? [...after.values()].reduce((sum, { ms }) => sum + ms, 0)
    : processorTimeOfTree(root);
}

/** A process and its descendants, by process id. */
function familyOf(root: number): ReadonlyMap<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  const belongs = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = stats.get(pid)?.parent;
    return parent !== undefined && parent > 1 && belongs(parent);
  };
  return new Map([...stats].filter(([pid]) => belongs(pid)));
}

/** The same of each process of a network, and of Postgres. */
export function processorTimesOf({ processes, databases }: LocalNetwork): Map<string, number> {
  const times = new Map<string, number>();
  for (const [name, { pid }] of processes) {
    if (pid === undefined) throw new Error(`${name} does not run`);
    times.set(name, processorTimeOf(pid));
  }
  return times.set('postgres', processorTimeOfTree(databases.postgres.pid));
}

/** The sum of the processes and of Postgres. */
export function processorTimeOfNetwork(network: LocalNetwork): number {
  return [...processorTimesOf(network).values()].reduce((sum, ms) => sum + ms, 0);
}

function statOf(pid: number): ProcessStat | undefined {
  const text = readProcFile(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may contain spaces; the fields after it are fixed.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { parent, ms: (user + system + childUser + childSystem) * MS_PER_TICK };
}

/** Undefined for a process that has exited. */
function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const gone =
      error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code));
    if (gone) return undefined;
    throw error;
  }
}
