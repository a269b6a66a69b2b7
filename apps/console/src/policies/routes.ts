import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readPolicyListSearch, readVersionSearch } from './policy-search.js';

export const policyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies',
    validateSearch: readPolicyListSearch,
    component: lazyRouteComponent(() => import('./policies-page.js'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies/$policyId',
    validateSearch: readVersionSearch,
    component: lazyRouteComponent(() => import('./policy-page.js'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/policies/$policyId/edit',
    component: lazyRouteComponent(() => import('./edit-page.js'), 'EditPage'),
  }),
] as const;
