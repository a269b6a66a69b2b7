import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { describe } from './advice.js';
import { Id } from './id.js';

interface FailureProps {
  readonly error: unknown;
  /** Replaces the title that the error has. */
  readonly title?: string;
  readonly retry?: () => unknown;
}

/** An error with the server's detail, the request id and what the reader can do. */
export function Failure({ error, title, retry }: FailureProps) {
  const described = describe(error);
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
      <Stack gap="xs">
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
    </Alert>
  );
}
