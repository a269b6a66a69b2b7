import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BillingError } from './billing-error.js';

/**
 * Makes this process the only one that writes the books in a folder, until it calls what is returned
 * or ends. One that was killed leaves its mark; the next one takes that over.
 * @throws BillingError when another process writes them
 */
export function onlyProcessIn(folder: string): () => void {
  const mark = join(folder, 'consumer.pid');
  for (;;) {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' });
      return () => {
        rmSync(mark);
      };
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const pid = Number(readFileSync(mark, 'utf8'));
    // In a container every process has the same id as the one that was killed.
    if (pid !== process.pid && isAlive(pid))
      throw new BillingError(`Process ${pid} consumes into ${folder} already.`);
    rmSync(mark, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    // The signal 0 does nothing but ask.
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
    if (isCode(error, 'EPERM')) return true;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
