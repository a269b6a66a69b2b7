import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import type { UploadedDocument } from '@ndx/client';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { faultAt } from '../parts/shape-fault.js';
import { Id } from '../parts/values.js';
import { rejectionWords, sizeInWords } from './document-words.js';
import { useUpload } from './use-upload.js';

/** Selects a file and uploads it, with its progress, and shows its reference or why it is rejected. */
export function UploadForm({ networkId }: { readonly networkId: string }) {
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload(networkId);
  const select = (selected: File | null) => {
    upload.reset();
    setFile(selected);
  };
  return (
    <Stack gap="md" maw={720}>
      <FileInput
        label="Document"
        description="The same file again continues an upload that was interrupted, also after a reload."
        placeholder="Select a file"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        disabled={upload.isPending}
        value={file}
        error={faultAt(upload.error, 'bytes')}
        onChange={select}
      />
      <Group gap="sm">
        <Button
          loading={upload.isPending}
          disabled={file === null}
          onClick={() => {
            if (file !== null) upload.mutate(file);
          }}
        >
          Upload
        </Button>
        {upload.isPending && (
          <Button variant="default" onClick={upload.stop}>
            Stop
          </Button>
        )}
      </Group>
      {upload.isPending && <Received document={upload.progress} />}
      {upload.isError &&
        (upload.isStopped ? (
          <Notice color="orange" title="The upload was stopped">
            Upload the same file again to continue.
          </Notice>
        ) : (
          <Failure error={upload.error} />
        ))}
      {upload.isSuccess && <Uploaded document={upload.data} />}
    </Stack>
  );
}

function Received({ document }: { readonly document: UploadedDocument | undefined }) {
  const { received_bytes: received = 0, bytes = 0 } = document ?? {};
  const words = `${sizeInWords(received)} of ${sizeInWords(bytes)} received`;
  return (
    <div>
      <Progress value={bytes === 0 ? 0 : (100 * received) / bytes} aria-label={words} />
      <Text size="sm" c="dimmed">
        {words}
      </Text>
    </div>
  );
}

function Uploaded({ document }: { readonly document: UploadedDocument }) {
  const { state, rejection, scanned, reference } = document;
  if (state === 'rejected') {
    return (
      <Notice color="red" title="The document is rejected">
        {rejectionWords(rejection)}
      </Notice>
    );
  }
  return (
    <Notice color="teal" title="The document is ready">
      <Stack gap={4}>
        <span>
          {scanned
            ? "The scanner of the network's operator accepted it."
            : 'The operator of the network has no scanner: nobody scanned it.'}{' '}
          Furnish its reference as the value of a document field, such as the business formation
          document artifact.
        </span>
        <Id value={reference} whole />
      </Stack>
    </Notice>
  );
}
