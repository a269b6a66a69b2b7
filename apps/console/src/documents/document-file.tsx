import { Stack, Text } from '@mantine/core';
import type { UploadedDocument } from '@ndx/client';
import { sizeInWords } from './document-words.js';

type DocumentFileProps = Pick<UploadedDocument, 'file_name' | 'bytes' | 'media_type'>;

/** The name of the file of a document, with its size and type. */
export function DocumentFile({ file_name, bytes, media_type }: DocumentFileProps) {
  return (
    <Stack gap={0}>
      <span style={{ overflowWrap: 'anywhere' }}>{file_name ?? '-'}</span>
      <Text size="xs" c="dimmed" span>
        {sizeInWords(bytes)}, {media_type}
      </Text>
    </Stack>
  );
}
