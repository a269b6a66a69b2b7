import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { stepsBackTo } from './visited.js';

interface BackLinkProps extends AnchorProps {
  readonly label: string;
  readonly href?: string;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/**
 * Above the heading of a view: the list that it belongs to. For a reader who came from the list it
 * goes back in the history, to the same filters, loaded parts and place.
 */
export const BackLink = createLink(({ label, onClick, ...props }: BackLinkProps) => {
  const { history } = useRouter();
  const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
    const steps = isPlain(event) ? stepsBackTo(event.currentTarget.pathname) : undefined;
    if (steps === undefined) {
      onClick?.(event);
      return;
    }
    event.preventDefault();
    history.go(-steps);
  };
  return (
    <Anchor
      size="sm"
      w="fit-content"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
      {...props}
      onClick={goBack}
    >
      <IconArrowLeft size={14} aria-hidden /> {label}
    </Anchor>
  );
});

/** Whether a click opens its link here: not in another tab or window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
