import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type TextLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link to a view, in the size of the text of tables. */
export const TextLink = createLink((props: TextLinkProps) => <Anchor size="sm" {...props} />);
