import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readConflictSearch } from './conflict-search.js';

export const conflictRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/identity-conflicts',
    validateSearch: readConflictSearch,
    component: lazyRouteComponent(() => import('./conflicts-page.js'), 'ConflictsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/identity-conflicts/$conflictId',
    component: lazyRouteComponent(() => import('./conflict-page.js'), 'ConflictPage'),
  }),
] as const;
