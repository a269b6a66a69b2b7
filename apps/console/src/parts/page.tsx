import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** A link to the list that the view belongs to. */
  readonly back?: ReactNode;
  /** What the reader can do here. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view with its heading, which is also the title of the browser's tab. */
export function Page({ title, back, about, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Data network`);
  const page = (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} maw={760}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {about}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
  if (back === undefined) return page;
  return (
    <Stack gap="xs">
      {back}
      {page}
    </Stack>
  );
}
