import { readFile, writeFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { downloadDocument, uploadDocument } from '@ndx/client/documents';
import { CliError } from '../cli-error.js';
import { networkOf } from '../network-option.js';
import { members, print } from '../output.js';
import { connect } from '../session.js';

const upload = new Command('upload')
  .description('uploads a file, which a record references as the value of a document field')
  .argument('<file>', 'at most 20 MiB')
  .requiredOption('--type <media-type>', 'such as application/pdf')
  .option('--continue <document-id>', 'continues an interrupted upload of the file')
  .option('--network <network>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (file, { type, continue: documentId, network, ...options }) => {
    const ndx = await connect();
    let isNamed = documentId !== undefined;
    const document = await uploadDocument(ndx, {
      networkId: await networkOf(ndx, network),
      content: new Uint8Array(await readFile(file)),
      mediaType: type,
      ...(documentId !== undefined && { documentId }),
      onProgress: ({ document_id }) => {
        if (!isNamed) process.stderr.write(`document ${document_id}\n`);
        isNamed = true;
      },
    });
    if (document.state === 'rejected') {
      throw new CliError('invalid', `${file} was rejected: ${String(document.rejection)}`, {
        hint:
          document.rejection === 'scanner'
            ? "The scanner of the network's operator refuses the content."
            : 'The file changed during the upload. Upload it again, without --continue.',
      });
    }
    print(document, options, ({ document_id, reference, bytes, scanned }) =>
      members({ document_id, reference, bytes, scanned }),
    );
  });

const download = new Command('download')
  .description('saves a document that a certificate of the institution references')
  .argument('<certificate-id>')
  .argument('<document-id>', 'as in the reference ndx-document:<id>')
  .requiredOption('--file <file>', 'where to save it; an existing file is an error')
  .action(async (certificateId, documentId, { file }) => {
    const ndx = await connect();
    const { content, mediaType, scanned } = await downloadDocument(ndx, {
      certificateId,
      documentId,
    });
    await writeFile(file, content, { flag: 'wx' });
    const checked = scanned ? 'scanned by the operator' : 'not scanned';
    process.stdout.write(`${file}: ${content.length} bytes, ${mediaType}, ${checked}\n`);
  });

export const document = new Command('document')
  .description('documents of records, such as a certificate of formation')
  .addCommand(upload)
  .addCommand(download);
