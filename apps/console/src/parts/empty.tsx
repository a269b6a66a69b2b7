import { Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Why a list is empty, and how to fill it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <Paper withBorder p="xl" role="status">
      <Stack align="center" gap="xs" ta="center">
        <ThemeIcon variant="light" color="gray" size="xl" radius="xl">
          <IconInbox aria-hidden />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text size="sm" c="dimmed" maw={480} component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
