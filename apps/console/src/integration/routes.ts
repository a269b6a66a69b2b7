import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readCoverageSearch } from './coverage-search.js';
import { readDryRunSearch } from './dry-run-search.js';

export const integrationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/tour',
    component: lazyRouteComponent(() => import('./tour-page.js'), 'TourPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/coverage',
    validateSearch: readCoverageSearch,
    component: lazyRouteComponent(() => import('./coverage-page.js'), 'CoveragePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/dry-run',
    validateSearch: readDryRunSearch,
    component: lazyRouteComponent(() => import('./dry-run-page.js'), 'DryRunPage'),
  }),
] as const;
