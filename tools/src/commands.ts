import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandLine } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { formatted, writeOrCheck } from './generated-document.js';
import { StaleDocument } from './stale-document.js';

const path = 'docs/commands.md';
const run = promisify(execFile);

/**
 * `npm run commands`: writes docs/commands.md, as the built command line describes itself. With
 * `--check` it writes nothing, and fails when the committed page differs.
 */
try {
  const { check } = commandLine('npm run commands --', 'Writes docs/commands.md.')
    .option('--check', 'writes nothing; fails when the committed one differs', false)
    .parse()
    .opts();
  const ndx = join(projectRoot(), 'clients', 'cli', 'bin', 'ndx.js');
  const { stdout } = await run(process.execPath, [ndx, 'reference']);
  const text = await formatted(path, stdout);
  writeOrCheck({ path, text, command: 'npm run commands' }, check);
} catch (error) {
  exitWithReason(error, StaleDocument);
}
