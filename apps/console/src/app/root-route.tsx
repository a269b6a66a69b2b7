import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { NotFound } from '../layout/not-found.js';
import { Root } from '../layout/root.js';

export interface NetworkSearch {
  /** The selected network; the first one without it. */
  readonly network?: string;
}

/** The parent of every view. The selected network stays in the address from view to view. */
export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): NetworkSearch =>
    typeof search['network'] === 'string' ? { network: search['network'] } : {},
  search: { middlewares: [retainSearchParams(['network'])] },
});
