import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { codeOf } from '../system-error.js';

/**
 * The command line of a running process, with a space after each part; undefined when it is gone or
 * a zombie. It distinguishes a server from another process that got the same id later.
 */
export function commandLineOf(pid: number): string | undefined {
  // Slim images of Linux have no `ps`.
  return existsSync('/proc/self/cmdline') ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return command === '' ? undefined : command;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function fromPs(pid: number): string | undefined {
  const columns = ['-o', 'stat=', '-o', 'command='];
  const list = spawnSync('ps', ['-ww', ...columns, '-p', String(pid)], { encoding: 'utf8' });
  if (list.error !== undefined) throw list.error;
  const [, state, command] = /^ *(\S+) +(\S.*)$/m.exec(list.stdout) ?? [];
  return command === undefined || state?.startsWith('Z') === true ? undefined : `${command} `;
}
