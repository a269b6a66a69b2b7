import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readPolicyListSearch } from '../policies/policy-search.js';

export const furnishingPolicyRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/furnishing-policies',
    validateSearch: readPolicyListSearch,
    component: lazyRouteComponent(
      () => import('./furnishing-policies-page.js'),
      'FurnishingPoliciesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/furnishing-policies/$policyId',
    component: lazyRouteComponent(
      () => import('./furnishing-policy-page.js'),
      'FurnishingPolicyPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/furnishing-policies/$policyId/edit',
    component: lazyRouteComponent(() => import('./edit-page.js'), 'EditPage'),
  }),
] as const;
