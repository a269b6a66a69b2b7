import type { LinkProps } from '@tanstack/react-router';

/** Something that the search box found, with the link to its page. */
export interface Found {
  readonly key: string;
  /** What it is, such as "Querying policy". */
  readonly kind: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly link: LinkProps;
}
