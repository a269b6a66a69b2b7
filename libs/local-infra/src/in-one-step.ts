import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './system-error.js';

/**
 * Creates a folder with its content in one step. Two processes may create it at once: the first to
 * rename its folder into place wins, the other drops its own.
 *
 * @param fill writes the content into an empty folder
 */
export function createInOneStep(folder: string, fill: (staging: string) => void): void {
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}.new-`);
  // A temporary folder is private by default; other users of the checkout need the files too.
  chmodSync(staging, 0o755);
  try {
    fill(staging);
    renameSync(staging, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
