import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';

export const memberRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/members',
    component: lazyRouteComponent(() => import('./members-page.js'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/members/$entityId',
    component: lazyRouteComponent(() => import('./institution-page.js'), 'InstitutionPage'),
  }),
] as const;
