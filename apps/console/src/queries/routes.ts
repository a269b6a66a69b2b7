import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readQueryListSearch } from './query-list-search.js';

export const queryRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/queries',
    validateSearch: readQueryListSearch,
    component: lazyRouteComponent(() => import('./query-list-page.js'), 'QueryListPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/queries/$queryEventId',
    component: lazyRouteComponent(() => import('./explanation-page.js'), 'ExplanationPage'),
  }),
] as const;
