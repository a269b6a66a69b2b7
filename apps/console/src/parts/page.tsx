import { Anchor, Group, Stack, Text, Title, type AnchorProps } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { createLink } from '@tanstack/react-router';
import { useApi } from '../app/api.js';

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
  const { name } = useApi();
  useDocumentTitle(`${title} · ${name}`);
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
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
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

interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a view with its heading. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </section>
  );
}

type TextLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link to a view, in the size of the text of tables. */
export const TextLink = createLink((props: TextLinkProps) => <Anchor size="sm" {...props} />);
