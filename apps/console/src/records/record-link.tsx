import { Group } from '@mantine/core';
import { TextLink } from '../parts/page.js';
import { Id } from '../parts/values.js';

/** A record that the reader may read, and its id to copy. */
export function RecordLink({ id }: { readonly id: string }) {
  return (
    <Group gap={4} display="inline-flex">
      <TextLink to="/records/$recordId" params={{ recordId: id }} aria-label={`Record ${id}`}>
        Record
      </TextLink>
      <Id value={id} />
    </Group>
  );
}
