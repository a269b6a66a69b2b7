import { Text } from '@mantine/core';
import type { IdentityConflict } from '@ndx/client';
import { ConfirmButton } from '../parts/confirm-button.js';
import { useResolution } from './use-resolution.js';

/** Decides that the subjects are different. */
export function KeepApartButton({ conflict }: { readonly conflict: IdentityConflict }) {
  const { keepApart } = useResolution(conflict);
  return (
    <ConfirmButton
      label="Keep apart"
      question="Keep the subjects apart?"
      variant="default"
      act={keepApart}
    >
      <Text size="sm">
        The subjects remain different, each with its own records and consents. The decision is
        final. The audit log records it.
      </Text>
    </ConfirmButton>
  );
}
