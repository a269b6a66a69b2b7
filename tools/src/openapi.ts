import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commandLine } from '@ndx/command-line';
import { exitWithReason } from './exit-with-reason.js';
import { documentPath, documentText } from './openapi/describe-system.js';
import { writeReleasedSurface } from './openapi/released-surface.js';
import { StaleDocument } from './stale-document.js';

/**
 * `npm run openapi`: writes the OpenAPI document that the gateway serves, from the built code. With
 * `--check` it writes nothing, and fails when the committed one differs. With `--release` it records
 * the interface, with which a test compares later documents (docs/versioning.md).
 */
try {
  const { check, release } = commandLine('npm run openapi --', 'Writes the OpenAPI document.')
    .option('--check', 'writes nothing; fails when the committed one differs', false)
    .option('--release', 'also records the interface that later documents must keep', false)
    .parse()
    .opts();
  const text = await documentText();
  if (release) await writeReleasedSurface(text);
  if (!check) writeFileSync(documentPath, text);
  else if ((await readFile(documentPath, 'utf8')) !== text) {
    throw new StaleDocument('The OpenAPI document', 'npm run openapi');
  }
} catch (error) {
  exitWithReason(error, StaleDocument);
}
