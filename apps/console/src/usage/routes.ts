import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readUsageSearch } from './usage-search.js';

export const usageRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/usage',
    validateSearch: readUsageSearch,
    component: lazyRouteComponent(() => import('./usage-page.js'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/usage/$queryEventId',
    component: lazyRouteComponent(() => import('./evidence-page.js'), 'EvidencePage'),
  }),
] as const;
