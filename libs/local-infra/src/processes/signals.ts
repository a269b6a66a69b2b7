import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { codeOf } from '../system-error.js';
import { waitUntil } from '../wait.js';
import { commandLineOf } from './process-list.js';

/** Sends a signal; false when the process is gone. */
export function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Ends a process: the given signal first, SIGKILL after the grace period (milliseconds).
 *
 * @param hasEnded detects the end; a process that is not our child may stay a zombie, so its id
 *   alone does not show it
 */
export async function endProcess(
  pid: number,
  options: {
    readonly signal: NodeJS.Signals;
    readonly graceMs: number;
    readonly hasEnded?: () => boolean;
  },
): Promise<void> {
  const hasEnded = options.hasEnded ?? (() => commandLineOf(pid) === undefined);
  if (!trySignal(pid, options.signal)) return;
  if (await waitUntil(hasEnded, options.graceMs)) return;
  trySignal(pid, 'SIGKILL');
  await waitUntil(hasEnded, options.graceMs);
}

/** The full path of a command on the PATH, or undefined. */
export function findCommand(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
