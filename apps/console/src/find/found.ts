import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../session/session.js';

/** Something that the search box found, with the link to its page. */
export interface Found {
  readonly key: string;
  /** What it is, such as "Querying policy". */
  readonly kind: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly link: LinkProps;
  /** Without all of these, the account is not offered it. */
  readonly needs?: readonly Permission[];
}

export const ACTION = 'Action';

/** Something to do with what was found, with the link to the page where its form is open. */
export function actionOn(
  { key }: Pick<Found, 'key'>,
  label: string,
  link: LinkProps,
  ...needs: readonly Permission[]
): Found {
  return { key: `${key} ${label}`, kind: ACTION, label, link, needs };
}
