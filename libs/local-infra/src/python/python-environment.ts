import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import { findCommand } from '../processes/signals.js';
import { projectRoot } from '../project-root.js';
import { codeOf } from '../system-error.js';

/** The missing prerequisite of Python programs on this machine; undefined when there is none. */
export function missingForPython(): string | undefined {
  return findCommand('python3') === undefined
    ? 'Python 3.11 or later is not on the PATH (Debian: apt-get install python3-venv; macOS: brew install python)'
    : undefined;
}

/**
 * The Python of a virtual environment with pinned packages; run its programs as modules (`-m`).
 * The packages are downloaded once for each version of their list.
 *
 * @param requirements the path of a list of packages with their hashes
 * @param python the interpreter, when the packages need another one than `python3`
 * @throws LocalInfraError when Python is missing or the installation fails
 */
export function pythonWith(requirements: string, python?: string): string {
  const missing = missingForPython();
  if (missing !== undefined && python === undefined) throw new LocalInfraError(`${missing}.`);
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const folder = join(projectRoot(), '.cache', 'python', version.slice(0, 16));
  if (!existsSync(folder)) install(requirements, folder, python ?? 'python3');
  return pythonIn(folder);
}

/** Two processes may install at once: the first to rename its folder into place wins. */
function install(requirements: string, folder: string, python: string): void {
  mkdirSync(join(folder, '..'), { recursive: true });
  const staging = mkdtempSync(`${folder}.install-`);
  try {
    run(python, ['-m', 'venv', '--clear', staging]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '-r', requirements];
    run(pythonIn(staging), pip);
    renameSync(staging, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[]): void {
  const result = spawnSync(program, args, { encoding: 'utf8' });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) {
    throw new LocalInfraError(`Python packages could not be installed:\n${result.stderr}`);
  }
}

function pythonIn(folder: string): string {
  return join(folder, 'bin', 'python');
}
