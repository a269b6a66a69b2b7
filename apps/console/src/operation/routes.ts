import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';

export const operationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/services',
    component: lazyRouteComponent(() => import('./services-page.js'), 'ServicesPage'),
  }),
] as const;
