import { createRouter } from '@tanstack/react-router';
import { Failure } from '../parts/loaded.js';
import { recordVisits } from '../parts/visited.js';
import { rootRoute } from './root-route.js';
import { ROUTES } from './routes.js';

export const router = createRouter({
  routeTree: rootRoute.addChildren(ROUTES),
  basepath: import.meta.env.BASE_URL,
  // An address keeps only what its view declares, and only valid values.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  scrollRestoration: true,
});

recordVisits(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
