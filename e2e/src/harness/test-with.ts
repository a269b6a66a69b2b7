import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '@jest/globals';

/**
 * A test that runs programs of this machine. Where one is not on the PATH, the test is skipped and
 * its name has the reason; in CI every program is there, so that a missing one is a failure.
 */
export function testWith(
  programs: readonly string[],
  name: string,
  run: () => Promise<void>,
  timeoutMs: number,
): void {
  const missing = programs.filter((program) => !isOnPath(program));
  const runTest = missing.length > 0 && process.env['CI'] !== 'true' ? test.skip : test;
  const reason = missing.length > 0 ? ` (${missing.join(', ')} is not on the PATH)` : '';
  runTest(`${name}${reason}`, run, timeoutMs);
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));
}
