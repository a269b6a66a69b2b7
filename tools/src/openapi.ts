import { relative } from 'node:path';
import { commandLine } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { formatted, writeOrCheck } from './generated-document.js';
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
  const command = 'npm run openapi';
  const errors = await formatted(ERRORS_PATH, errorsDocument());
  writeOrCheck({ path: relative(projectRoot(), documentPath), text, command }, check);
  writeOrCheck({ path: ERRORS_PATH, text: errors, command }, check);
} catch (error) {
  exitWithReason(error, StaleDocument, BrokenInterface);
}
