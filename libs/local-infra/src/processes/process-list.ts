import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { codeOf } from '../system-error.js';

export interface RunningProcess {
  readonly pid: number;
  /** The command and its arguments, separated by spaces. */
  readonly command: string;
}

/** Every process of the machine, without zombies. */
export function runningProcesses(): readonly RunningProcess[] {
  return existsSync('/proc/self/cmdline') ? fromProc() : fromPs(['-A']);
}

/**
 * The command line of a running process, or undefined when it is gone. Distinguishes a leftover
 * server from another process that got the same id later.
 */
export function commandLineOf(pid: number): string | undefined {
  if (existsSync('/proc/self/cmdline')) return readCommand(pid);
  return fromPs(['-p', String(pid)]).at(0)?.command;
}

/** Reads /proc on Linux, because slim images have no `ps`. */
function fromProc(): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: readCommand(Number(entry)) ?? '' }))
    .filter(({ command }) => command !== '');
}

/** A zombie has an empty command line. */
function readCommand(pid: number): string | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return command === '' ? undefined : command;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function fromPs(selection: readonly string[]): readonly RunningProcess[] {
  const columns = ['-o', 'pid=', '-o', 'stat=', '-o', 'command='];
  const list = spawnSync('ps', ['-ww', ...columns, ...selection], { encoding: 'utf8' });
  if (list.error !== undefined) throw list.error;
  return list.stdout.split('\n').flatMap((line) => {
    const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || command === undefined || state?.startsWith('Z') === true) return [];
    return [{ pid: Number(pid), command: `${command} ` }];
  });
}
