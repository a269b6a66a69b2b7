import { commandLine } from '@ndx/command-line';
import { declaredDocuments } from './events-documents/declared-documents.js';
import {
  documentsFolder,
  documentsIn,
  releasedDocumentsFolder,
} from './events-documents/documents-in.js';
import { EVENTS_PATH, eventsPage } from './events-documents/events-page.js';
import {
  BreakingChangeError,
  publishDocuments,
  requireCompatible,
  requireCurrent,
  StaleDocumentsError,
} from './events-documents/publish-documents.js';
import { exitWithReason } from './exit-with-reason.js';
import { formatted, writeOrCheck } from './generated-document.js';
import { StaleDocument } from './stale-document.js';

/**
 * `npm run events`: writes the AsyncAPI document and the JSON Schemas of the declared events, and
 * docs/events.md, unless that breaks a consumer of the last release. With `--check` it writes
 * nothing, and fails when the committed ones differ.
 */
try {
  const { check } = commandLine('npm run events --', 'Writes the documents of the events.')
    .option('--check', 'writes nothing; fails when the committed ones differ', false)
    .parse()
    .opts();
  const declared = await declaredDocuments();
  requireCompatible(await documentsIn(releasedDocumentsFolder), declared);
  await (check ? requireCurrent : publishDocuments)(documentsFolder, declared);
  const text = await formatted(EVENTS_PATH, eventsPage(declared));
  writeOrCheck({ path: EVENTS_PATH, text, command: 'npm run events' }, check);
} catch (error) {
  exitWithReason(error, BreakingChangeError, StaleDocumentsError, StaleDocument);
}
