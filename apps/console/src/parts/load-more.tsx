import { Button, Center } from '@mantine/core';

interface LoadMoreProps {
  readonly label: string;
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Loads the next page of a list, if there is one. */
export function LoadMore({ label, list }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Center>
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {label}
      </Button>
    </Center>
  );
}
