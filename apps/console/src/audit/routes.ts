import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../app/root-route.js';
import { readAuditSearch } from './audit-search.js';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./audit-log-page.js'), 'AuditLogPage'),
  }),
] as const;
