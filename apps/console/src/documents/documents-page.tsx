import type { UploadedDocument } from '@ndx/client';
import { Stack, Text } from '@mantine/core';
import { useList } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { useNames } from '../parts/names.js';
import { Page, Panel } from '../parts/page.js';
import { Id, Moment, StatusBadge } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { DocumentFile } from './document-file.js';
import { rejectionWords, sizeInWords } from './document-words.js';
import { UploadForm } from './upload-form.js';

/** Uploads documents, and lists those of the institution (decision 0123). */
export function DocumentsPage() {
  return (
    <Page
      title="Documents"
      about="Upload a document of up to 20 MiB, and furnish its reference as the value of a document field, in the column of a file or in a request. The field's consent, grants and policy decide who reads it. A document that no record references is deleted after seven days, and another one with its record."
    >
      <InNetwork>
        {({ network_id: networkId }) => <UploadForm key={networkId} networkId={networkId} />}
      </InNetwork>
      <Panel title="Your documents">
        <Documents />
      </Panel>
    </Page>
  );
}

function Documents() {
  const { networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  const order = useListOrder();
  const documents = useList('listDocuments', { query: { order } });
  return (
    <Listed
      list={documents}
      noun={['document', 'documents']}
      more={moreOf(order, 'documents')}
      file={{ list: documents, name: 'documents' }}
    >
      {(found) => (
        <DataTable
          label="Documents"
          rows={found}
          keyOf={({ document_id }) => document_id}
          minWidth={1_060}
          columns={[
            {
              header: 'Uploaded',
              order,
              cell: ({ created_at: at }) => <Moment at={at} />,
            },
            {
              header: 'File',
              cell: (document) => <DocumentFile {...document} />,
            },
            { header: 'State', cell: (document) => <State document={document} /> },
            { header: 'Scanned', cell: ({ scanned }) => (scanned ? 'Accepted' : 'No') },
            { header: 'In a record', cell: ({ referenced }) => (referenced ? 'Yes' : 'No') },
            { header: 'Network', cell: ({ network_id }) => nameOf(network_id) },
            { header: 'SHA-256', cell: ({ sha256 }) => <Id value={sha256} /> },
            {
              header: 'Reference',
              cell: ({ state, reference }) => (state === 'ready' ? <Id value={reference} /> : '-'),
            },
          ]}
          empty={
            <Empty title="Your institution has no document">
              Select a file above. Deleted documents are not listed.
            </Empty>
          }
        />
      )}
    </Listed>
  );
}

function State({ document }: { readonly document: UploadedDocument }) {
  const { state, rejection, received_bytes: received, bytes } = document;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={state} />
      {state === 'receiving' && (
        <Text size="xs" c="dimmed" span>
          {sizeInWords(received)} of {sizeInWords(bytes)}: upload the same file to continue
        </Text>
      )}
      {state === 'rejected' && (
        <Text size="xs" c="dimmed" span>
          {rejectionWords(rejection)}
        </Text>
      )}
    </Stack>
  );
}
