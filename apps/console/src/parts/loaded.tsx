import type { ReactNode } from 'react';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { describe } from './advice.js';
import { Illustration, type Art } from './illustration.js';
import classes from './illustration.module.css';
import { Id } from './values.js';
import { Page } from './page.js';

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Combines two queries; a retry repeats only the failed ones. */
export function both<One, Other>(one: Query<One>, other: Query<Other>): Query<[One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () =>
      Promise.all([one, other].map(({ error, refetch }) => (error === null ? null : refetch()))),
  };
}

/**
 * Shows the data of a query; a placeholder while it loads; its error with a retry button. When
 * data is loaded and a later request fails, both are shown.
 */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  const failure = error && <Failure error={error} retry={refetch} />;
  if (data === undefined) return failure ?? <Loading />;
  return (
    <>
      {children(data)}
      {failure}
    </>
  );
}

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

interface FailureProps {
  readonly error: unknown;
  /** Replaces the title that the error has. */
  readonly title?: string;
  /** Replaces the picture that the error has. */
  readonly art?: Art;
  readonly retry?: () => unknown;
}

/** An error with the server's detail, the request id and what the reader can do. */
export function Failure({ error, title, art, retry }: FailureProps) {
  const described = describe(error);
  const picture = art ?? described.art;
  // A page that is loaded again signs in again.
  const action = described.isSignedOut ? () => location.reload() : retry;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? described.title}
      maw={720}
      w="100%"
    >
      <Group gap="lg" align="flex-start">
        <Stack gap="xs" className={classes['words']}>
          <Text size="sm">{described.detail}</Text>
          <Text size="sm">{described.advice}</Text>
          {described.requestId !== undefined && (
            <Group gap={6}>
              <Text size="sm">Request id</Text>
              <Id value={described.requestId} whole />
            </Group>
          )}
          {action && (
            <Group>
              <Button size="xs" variant="default" onClick={() => action()}>
                {described.isSignedOut ? 'Sign in' : 'Try again'}
              </Button>
            </Group>
          )}
        </Stack>
        {picture && <Illustration of={picture} />}
      </Group>
    </Alert>
  );
}

interface LoadedPageProps<Data> {
  readonly query: Query<Data>;
  /** The heading until the data is loaded. */
  readonly title: string;
  readonly back: ReactNode;
  /** The page, which has its own heading. */
  readonly children: (data: Data) => ReactNode;
}

/** A view whose heading depends on its data. */
export function LoadedPage<Data>({ query, title, back, children }: LoadedPageProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title} back={back}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}
