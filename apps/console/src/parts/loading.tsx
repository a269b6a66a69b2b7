import { Skeleton, Stack } from '@mantine/core';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Holds the place of a list or of a page while it loads. */
export function Loading() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading" aria-busy>
      {LINES.map((line) => (
        <Skeleton key={line} h={32} />
      ))}
    </Stack>
  );
}
