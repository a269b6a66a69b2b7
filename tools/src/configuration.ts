import { commandLine } from '@ndx/command-line';
import { configurationDocument } from './configuration/configuration-document.js';
import { readDeclarations } from './configuration/read-declarations.js';
import { exitWithReason } from './exit-with-reason.js';
import { formatted, writeOrCheck } from './generated-document.js';
import { StaleDocument } from './stale-document.js';

const path = 'docs/configuration.md';

/**
 * `npm run configuration`: writes docs/configuration.md from the declarations of the built
 * processes. With `--check` it writes nothing, and fails when the committed page differs.
 */
try {
  const { check } = commandLine('npm run configuration --', 'Writes docs/configuration.md.')
    .option('--check', 'writes nothing; fails when the committed one differs', false)
    .parse()
    .opts();
  const declarations = await readDeclarations();
  const text = await formatted(path, configurationDocument([...declarations.values()]));
  writeOrCheck({ path, text, command: 'npm run configuration' }, check);
} catch (error) {
  exitWithReason(error, StaleDocument);
}
