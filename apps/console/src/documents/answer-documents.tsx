import { Button } from '@mantine/core';
import type { AnswerDocument, QueryEvent } from '@ndx/client';
import { downloadDocument } from '@ndx/client/documents';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { DataTable } from '../parts/data-table.js';
import { Failure, Loaded } from '../parts/loaded.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { saveFile } from '../parts/save-file.js';
import { Id } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { DocumentFile } from './document-file.js';

interface AnswerDocumentsProps {
  readonly event: QueryEvent;
  readonly nameOf: NameOf;
}

/** The documents that an answer references, for the institution that made the query. */
export function AnswerDocuments({ event, nameOf }: AnswerDocumentsProps) {
  const { caller, may } = useSession();
  const isOwn = event.querying_entity_id === caller.entity_id && may('product:query');
  const documents = useRead(
    'listAnswerDocuments',
    { path: { query_event_id: event.query_event_id } },
    { enabled: isOwn && event.outcome === 'issued' },
  );
  if (documents.data === undefined && documents.error === null) return null;
  if (documents.data?.documents.length === 0) return null;
  return (
    <Panel title="Documents">
      <Loaded query={documents}>
        {({ documents: found }) => (
          <DataTable
            label="Documents of the answer"
            rows={found}
            keyOf={({ document_id, field_name }) => `${document_id} ${field_name}`}
            minWidth={900}
            columns={[
              { header: 'Field', cell: ({ field_name }) => inWords(field_name) },
              {
                header: 'File',
                cell: (document) => <DocumentFile {...document} />,
              },
              { header: 'Furnisher', cell: ({ furnishing_entity_id: id }) => nameOf(id) },
              { header: 'SHA-256', cell: ({ sha256 }) => <Id value={sha256} /> },
              {
                header: 'Scanned',
                cell: ({ scanned }) => (scanned ? "By the operator's scanner" : 'No'),
              },
              {
                header: 'Content',
                cell: (document) => (
                  <SaveButton queryEventId={event.query_event_id} document={document} />
                ),
              },
            ]}
            empty={null}
          />
        )}
      </Loaded>
    </Panel>
  );
}

interface SaveButtonProps {
  readonly queryEventId: string;
  readonly document: AnswerDocument;
}

/** Saves the content after its digest is checked. */
function SaveButton({ queryEventId, document }: SaveButtonProps) {
  const { ndx } = useApi();
  const { document_id: documentId, file_name: fileName } = document;
  const name = fileName ?? `document-${documentId}`;
  const save = useMutation({
    mutationFn: async () => {
      const { content } = await downloadDocument(ndx, { queryEventId, documentId });
      saveFile(name, 'application/octet-stream', new Blob([content]));
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Save ${name}`}
        loading={save.isPending}
        onClick={() => {
          save.mutate();
        }}
      >
        Save
      </Button>
      {save.isError && <Failure error={save.error} />}
    </>
  );
}
