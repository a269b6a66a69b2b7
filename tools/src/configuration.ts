import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commandLine } from '@ndx/command-line';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { format, resolveConfig } from 'prettier';
import { configurationDocument } from './configuration/configuration-document.js';
import { readDeclarations } from './configuration/read-declarations.js';
import { exitWithReason } from './exit-with-reason.js';
import { StaleDocument } from './stale-document.js';

const PATH = join(projectRoot(), 'docs', 'configuration.md');

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
  const text = await format(configurationDocument([...declarations.values()]), {
    ...(await resolveConfig(PATH)),
    parser: 'markdown',
  });
  if (!check) writeFileSync(PATH, text);
  else if ((await readFile(PATH, 'utf8')) !== text) {
    throw new StaleDocument('docs/configuration.md', 'npm run configuration');
  }
} catch (error) {
  exitWithReason(error, StaleDocument);
}
