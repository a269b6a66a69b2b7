import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commandLine } from '@ndx/command-line';
import { format, resolveConfig } from 'prettier';
import { exitWithReason } from './exit-with-reason.js';
import { documentPath } from './openapi/document-path.js';
import { documentText } from './openapi/describe-system.js';
import { ERRORS_PATH, errorsDocument } from './openapi/errors-document.js';
import { BrokenInterface, requireReleasedInterface } from './openapi/released-interface.js';
import { releasedSurface } from './released/release-folder.js';
import { StaleDocument } from './stale-document.js';

/**
 * `npm run openapi`: writes the OpenAPI document that the gateway serves, from the built code,
 * unless that breaks a client of the last release (docs/versioning.md), and docs/errors.md. With
 * `--check` it writes nothing, and fails when a committed one differs.
 */
try {
  const { check } = commandLine('npm run openapi --', 'Writes the OpenAPI document.')
    .option('--check', 'writes nothing; fails when a committed one differs', false)
    .parse()
    .opts();
  const text = await documentText();
  requireReleasedInterface(releasedSurface(), text);
  const errors = await format(errorsDocument(), {
    ...(await resolveConfig(ERRORS_PATH)),
    parser: 'markdown',
  });
  const documents = [
    ['The OpenAPI document', documentPath, text],
    ['docs/errors.md', ERRORS_PATH, errors],
  ] as const;
  for (const [name, path, content] of documents) {
    if (!check) writeFileSync(path, content);
    else if ((await readFile(path, 'utf8')) !== content) {
      throw new StaleDocument(name, 'npm run openapi');
    }
  }
} catch (error) {
  exitWithReason(error, StaleDocument, BrokenInterface);
}
