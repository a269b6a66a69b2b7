import { Button, Group, Text } from '@mantine/core';
import { Notice } from './notice.js';

/** A form shows changes from before a reload, another view or a new sign-in. */
export function RestoredNotice({ discard }: { readonly discard: () => void }) {
  return (
    <Notice color="teal" title="Your unsaved changes are restored">
      <Group gap="xs">
        <Text size="sm">This tab kept them. They are not saved yet.</Text>
        <Button size="xs" variant="default" onClick={discard}>
          Discard my changes
        </Button>
      </Group>
    </Notice>
  );
}
