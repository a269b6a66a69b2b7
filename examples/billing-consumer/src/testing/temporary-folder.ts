import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of the suite's own, which is removed after it. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `billing-${name}-`));
  made.push(folder);
  return folder;
}
