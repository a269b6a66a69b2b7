import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Words in the place of a value that does not exist. */
export function NoValue({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" span>
      {children}
    </Text>
  );
}
