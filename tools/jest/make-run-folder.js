import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder that all suites of one run share; `remove-run-folder.js` removes it. */
export default function makeRunFolder() {
  process.env.TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), 'test-run-'));
}
