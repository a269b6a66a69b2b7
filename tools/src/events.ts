import { commandLine } from '@ndx/command-line';
import { declaredDocuments } from './events-documents/declared-documents.js';
import { documentsFolder } from './events-documents/documents-in.js';
import {
  BreakingChangeError,
  checkDocuments,
  publishDocuments,
  StaleDocumentsError,
} from './events-documents/publish-documents.js';
import { exitWithReason } from './exit-with-reason.js';

/**
 * `npm run events`: writes the AsyncAPI document and the JSON Schemas of the declared events,
 * unless that breaks a published version. With `--check` it writes nothing, and fails when the
 * committed ones differ.
 */
try {
  const { check, withdraw } = commandLine(
    'npm run events --',
    'Writes the documents of the events.',
  )
    .option('--check', 'writes nothing; fails when the committed ones differ', false)
    .option('--withdraw <types...>', 'removes event types that are no longer declared')
    .parse()
    .opts();
  const declared = await declaredDocuments();
  if (check) await checkDocuments(documentsFolder, declared);
  else await publishDocuments(documentsFolder, declared, withdraw);
} catch (error) {
  exitWithReason(error, BreakingChangeError, StaleDocumentsError);
}
