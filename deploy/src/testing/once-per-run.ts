import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An expensive text, cached for all suites of a test run. */
export function oncePerRun(name: string, make: () => string): string {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) throw new Error('the jest configuration makes no folder for the run');
  const file = join(folder, encodeURIComponent(name));
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = make();
  // Renamed atomically, because suites may run in parallel.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}
