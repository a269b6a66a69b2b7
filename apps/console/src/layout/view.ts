import type { Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../session/session.js';

export interface View {
  readonly path: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** The task of the view, shown on the home page. */
  readonly task: string;
  readonly icon: Icon;
  /** The view and the views below its path are absent without it; the server checks it too. */
  readonly permission: Permission;
  /** Without any of these the view has no task for the account, and the navigation leaves it out. */
  readonly tasks?: readonly Permission[];
}

export interface ViewSection {
  readonly label: string;
  readonly views: readonly View[];
}
