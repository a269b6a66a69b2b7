import { Button, Center, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List, LoadedItems } from '../app/reads.js';
import { extentInWords, type Total } from './extent.js';
import { ListFile, type ListFileProps } from './list-file.js';
import { Loaded } from './loaded.js';

interface ListedProps<Item> {
  readonly list: List<Item>;
  /** The name of an item, and of several. */
  readonly noun: readonly [one: string, many: string];
  /** Whether the list has only the items that match filters of the view. */
  readonly isFiltered?: boolean;
  /** How many there are, where the server counts them. */
  readonly total?: Total | undefined;
  /** The label of the button that loads the next part. */
  readonly more: string;
  /** How the whole list is saved as a file. */
  readonly file?: ListFileProps;
  readonly children: (items: readonly Item[], loaded: LoadedItems<Item>) => ReactNode;
}

/** The loaded items of a list, how many there are, and a button that loads the next part. */
export function Listed<Item>(props: ListedProps<Item>) {
  const { list, noun, isFiltered = false, total, more, file, children } = props;
  const isWhole = total?.is_complete === true && total.count === list.data?.items.length;
  const button = list.hasNextPage && !isWhole && (
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
          {loaded.items.length > 0 && (
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {extentInWords({
                  shown: loaded.items.length,
                  mayHaveMore: list.hasNextPage,
                  noun,
                  isFiltered,
                  total,
                })}
              </Text>
              {file && <ListFile {...file} />}
            </Group>
          )}
          {children(loaded.items, loaded)}
          {button}
        </Stack>
      )}
    </Loaded>
  );
}
