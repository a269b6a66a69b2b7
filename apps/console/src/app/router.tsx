import { createRoute, createRouter } from '@tanstack/react-router';
import { auditRoutes } from '../audit/routes.js';
import { complianceRoutes } from '../compliance/routes.js';
import { conflictRoutes } from '../conflicts/routes.js';
import { furnishingPolicyRoutes } from '../furnishing-policies/routes.js';
import { HomePage } from '../home/home-page.js';
import { integrationRoutes } from '../integration/routes.js';
import { memberRoutes } from '../members/routes.js';
import { operationRoutes } from '../operation/routes.js';
import { Failure } from '../parts/failure.js';
import { policyRoutes } from '../policies/routes.js';
import { queryRoutes } from '../queries/routes.js';
import { usageRoutes } from '../usage/routes.js';
import { rootRoute } from './root-route.js';

const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomePage });

/** Each area declares its routes; their components are loaded when a view is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    home,
    ...queryRoutes,
    ...policyRoutes,
    ...furnishingPolicyRoutes,
    ...memberRoutes,
    ...conflictRoutes,
    ...complianceRoutes,
    ...auditRoutes,
    ...integrationRoutes,
    ...usageRoutes,
    ...operationRoutes,
  ]),
  basepath: import.meta.env.BASE_URL,
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
