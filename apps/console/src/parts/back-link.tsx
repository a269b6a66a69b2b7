import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';

interface BackLinkProps extends AnchorProps {
  readonly label: string;
}

/** Above the heading of a view: the list that it belongs to. */
export const BackLink = createLink(({ label, ...props }: BackLinkProps) => (
  <Anchor
    size="sm"
    w="fit-content"
    style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
    {...props}
  >
    <IconArrowLeft size={14} aria-hidden /> {label}
  </Anchor>
));
