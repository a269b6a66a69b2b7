import { Button, Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List, LoadedItems } from '../app/reads.js';
import { Loaded } from './loaded.js';

interface ListedProps<Item> {
  readonly list: List<Item>;
  /** The label of the button that loads the next part. */
  readonly more: string;
  /** The view shows the last items first, so the button is above them. */
  readonly isReversed?: boolean;
  readonly children: (items: readonly Item[], loaded: LoadedItems<Item>) => ReactNode;
}

/** The loaded items of a list, and a button that loads the next part. */
export function Listed<Item>({ list, more, isReversed = false, children }: ListedProps<Item>) {
  const button = list.hasNextPage && (
    <Center>
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {more}
      </Button>
    </Center>
  );
  return (
    <Loaded query={list}>
      {(loaded) => (
        <Stack gap="sm">
          {isReversed && button}
          {children(isReversed ? loaded.items.toReversed() : loaded.items, loaded)}
          {!isReversed && button}
        </Stack>
      )}
    </Loaded>
  );
}
