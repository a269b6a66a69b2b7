import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { codeOf } from '../system-error.js';
import { waitUntil } from '../wait.js';
import { commandLineOf } from './command-line.js';

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

/** Ends a process: the given signal first, SIGKILL after the grace period (milliseconds). */
export async function endProcess(
  pid: number,
  { signal, graceMs }: { readonly signal: NodeJS.Signals; readonly graceMs: number },
): Promise<void> {
  const hasEnded = () => commandLineOf(pid) === undefined;
  if (!trySignal(pid, signal)) return;
  if (await waitUntil(hasEnded, graceMs)) return;
  trySignal(pid, 'SIGKILL');
  await waitUntil(hasEnded, graceMs);
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
