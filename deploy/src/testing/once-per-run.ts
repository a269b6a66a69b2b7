import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that takes long to make: the first suite of a run that needs it makes it for the others. */
export function oncePerRun(name: string, make: () => string): string {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) throw new Error('the jest configuration makes no folder for the run');
  const file = join(folder, encodeURIComponent(name));
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = make();
  // In one step, as suites may run side by side.
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}
