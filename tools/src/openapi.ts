import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commandLine } from '@ndx/command-line';
import { exitWithReason } from './exit-with-reason.js';
import { documentPath } from './openapi/document-path.js';
import { documentText } from './openapi/describe-system.js';
import { BrokenInterface, requireReleasedInterface } from './openapi/released-interface.js';
import { releasedSurface } from './released/release-folder.js';
import { StaleDocument } from './stale-document.js';

/**
 * `npm run openapi`: writes the OpenAPI document that the gateway serves, from the built code,
 * unless that breaks a client of the last release (docs/versioning.md). With `--check` it writes
 * nothing, and fails when the committed one differs.
 */
try {
  const { check } = commandLine('npm run openapi --', 'Writes the OpenAPI document.')
    .option('--check', 'writes nothing; fails when the committed one differs', false)
    .parse()
    .opts();
  const text = await documentText();
  requireReleasedInterface(releasedSurface(), text);
  if (!check) writeFileSync(documentPath, text);
  else if ((await readFile(documentPath, 'utf8')) !== text) {
    throw new StaleDocument('The OpenAPI document', 'npm run openapi');
  }
} catch (error) {
  exitWithReason(error, StaleDocument, BrokenInterface);
}
