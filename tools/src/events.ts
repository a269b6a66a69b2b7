import { parseArgs } from 'node:util';
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
 * `npm run events`: writes the AsyncAPI document and the JSON Schemas of the declared events, unless that
 * breaks a published version. With `--check` it writes nothing, and fails when the committed ones say
 * anything else.
 */
try {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      withdraw: { type: 'string', multiple: true, default: [] },
    },
  });
  const declared = await declaredDocuments();
  if (values.check) await checkDocuments(documentsFolder, declared);
  else await publishDocuments(documentsFolder, declared, values.withdraw);
} catch (error) {
  exitWithReason(error, BreakingChangeError, StaleDocumentsError);
}
