import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { eachItem, type AnswerDocument, type UploadedDocument } from '@ndx/client';
import { downloadDocument, uploadDocument } from '@ndx/client/documents';
import { CliError } from '../cli-error.js';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const uploaded = (documents: readonly UploadedDocument[]) =>
  table(
    ['DOCUMENT', 'FILE', 'BYTES', 'STATE', 'RECEIVED', 'SCANNED', 'REFERENCED'],
    documents.map((one) => [
      ...[one.document_id, one.file_name, one.bytes, one.rejection ?? one.state],
      ...[one.received_bytes, one.scanned, one.referenced],
    ]),
    'no document',
  );

const referenced = (documents: readonly AnswerDocument[]) =>
  table(
    ['DOCUMENT', 'FILE', 'BYTES', 'FIELD', 'FURNISHER', 'SCANNED'],
    documents.map((one) => [
      ...[one.document_id, one.file_name, one.bytes, one.field_name],
      ...[one.furnishing_entity_id, one.scanned],
    ]),
    'the answer references no document',
  );

const upload = new Command('upload')
  .description(
    'uploads a file, which a record references as the value of a document field; repeated, it continues an interrupted upload',
  )
  .argument('<file>', 'at most 20 MiB')
  .requiredOption('--type <media-type>', 'such as application/pdf')
  .option('--network <network>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (file, { type, network, ...options }) => {
    const ndx = await connect();
    const document = await uploadDocument(ndx, {
      networkId: await networkOf(ndx, network),
      content: new Uint8Array(await readFile(file)),
      mediaType: type,
      fileName: basename(file),
      onProgress: ({ received_bytes, bytes }) => {
        process.stderr.write(`${received_bytes} of ${bytes} bytes\n`);
      },
    });
    if (document.state === 'rejected') {
      throw new CliError('invalid', `${file} was rejected: ${String(document.rejection)}`, {
        hint:
          document.rejection === 'scanner'
            ? "The scanner of the network's operator refuses the content."
            : 'The content is not the announced one. Upload the file again.',
      });
    }
    print(document, options, ({ document_id, reference, bytes, scanned }) =>
      members({ document_id, reference, bytes, scanned }),
    );
  });

const list = new Command('list')
  .description('lists the documents that the institution uploaded, newest first')
  .option(
    '--query <query-event-id>',
    'lists the documents that the answer to a query references instead',
  )
  .option('--json', 'prints JSON')
  .action(async ({ query, ...options }) => {
    const ndx = await connect();
    if (query !== undefined) {
      const { data } = await ndx.listAnswerDocuments({ path: { query_event_id: query } });
      print(data.documents, options, referenced);
      return;
    }
    const order = 'newest_first' as const;
    const documents = await collected(
      eachItem(ndx.listDocuments, { query: { limit: 100, order } }),
    );
    print(documents, options, uploaded);
  });

const download = new Command('download')
  .description('saves a document that the answer to a query of the institution references')
  .argument('<query-event-id>', 'of the answer, such as its X-Ref-Id')
  .argument('<document-id>', 'as in the reference ndx-document:<id>')
  .requiredOption('--file <file>', 'where to save it; an existing file is an error')
  .action(async (queryEventId, documentId, { file }) => {
    const ndx = await connect();
    const { content, mediaType, scanned } = await downloadDocument(ndx, {
      queryEventId,
      documentId,
    });
    await writeFile(file, content, { flag: 'wx' });
    const checked = scanned ? 'scanned by the operator' : 'not scanned';
    process.stdout.write(`${file}: ${content.length} bytes, ${mediaType}, ${checked}\n`);
  });

export const document = new Command('document')
  .description('documents of records, such as a certificate of formation')
  .addCommand(upload)
  .addCommand(list)
  .addCommand(download);
